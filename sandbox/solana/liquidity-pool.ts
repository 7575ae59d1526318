import type { Keypair } from '@solana/web3.js';
import type { Blockchain } from './blockchain.ts';
import { SOL, type SolanaToken, WSOL } from './solana-catalogue.ts';
import { associatedTokenAddress, readTokenAccount } from './token-account.ts';

/**
 * What two tokens are swapped from and to. There is no program on the chain that could do it, so a
 * maker quotes by the constant product of what it has, and signs each swap together with the user.
 */
export interface LiquidityPool {
  readonly maker: Keypair;
  /** Of the native coin, the wrapped form is traded too. */
  readonly tokens: readonly [SolanaToken, SolanaToken];
}

export interface PoolQuote {
  readonly pool: LiquidityPool;
  /** In base units. */
  readonly reserveIn: bigint;
  readonly reserveOut: bigint;
  readonly amountOut: bigint;
}

/** Of the input, in basis points. */
const POOL_FEE_BPS = 30n;

type PoolPlace = { readonly blockchain: Blockchain; readonly pools: readonly LiquidityPool[] };

/**
 * What a pool would pay now, by the newest block.
 * @param amountIn in base units
 * @returns undefined if no pool has the two tokens
 */
export function quotePoolSwap(
  { blockchain, pools }: PoolPlace,
  from: SolanaToken,
  to: SolanaToken,
  amountIn: bigint,
): PoolQuote | undefined {
  const [tokenIn, tokenOut] = [asPooled(from), asPooled(to)];
  const pool = pools.find(
    ({ tokens }) => tokenIn !== tokenOut && tokens.includes(tokenIn) && tokens.includes(tokenOut),
  );
  if (pool === undefined) return undefined;
  const [reserveIn, reserveOut] = [
    reserveOf(blockchain, pool, tokenIn),
    reserveOf(blockchain, pool, tokenOut),
  ];
  const afterFee = amountIn * (10_000n - POOL_FEE_BPS);
  return {
    pool,
    reserveIn,
    reserveOut,
    amountOut: (afterFee * reserveOut) / (reserveIn * 10_000n + afterFee),
  };
}

function asPooled(token: SolanaToken): SolanaToken {
  return token === WSOL ? SOL : token;
}

/** Native and wrapped coins together, since a maker pays either out of its own. */
function reserveOf(blockchain: Blockchain, { maker }: LiquidityPool, token: SolanaToken): bigint {
  const head = blockchain.head('processed');
  const held = blockchain.readAccount(associatedTokenAddress(maker.publicKey, token.mint), head);
  const amount = readTokenAccount(held)?.amount ?? 0n;
  return token === SOL
    ? amount + (blockchain.readAccount(maker.publicKey, head)?.lamports ?? 0n)
    : amount;
}

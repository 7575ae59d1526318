import type { Keypair } from '@solana/web3.js';
import type { Blockchain } from './blockchain.ts';
import { SOL, type SolanaToken, WSOL } from './solana-catalogue.ts';
import { associatedTokenAddress, readTokenAccount } from './token-account.ts';

/**
 * A pool of two tokens. The chain has no swap program. A maker quotes by the constant product of
 * its balances, and signs each swap together with the user.
 */
export interface LiquidityPool {
  readonly maker: Keypair;
  /** A native coin includes its wrapped form. */
  readonly tokens: readonly [SolanaToken, SolanaToken];
}

export interface PoolQuote {
  readonly pool: LiquidityPool;
  /** In base units. */
  readonly reserveIn: bigint;
  readonly reserveOut: bigint;
  readonly amountOut: bigint;
}

/** In basis points of the input. */
const POOL_FEE_BPS = 30n;

type PoolPlace = { readonly blockchain: Blockchain; readonly pools: readonly LiquidityPool[] };

/**
 * The current output of a pool, by the newest block.
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

/** The sum of native and wrapped coins, because a maker pays in either. */
function reserveOf(blockchain: Blockchain, { maker }: LiquidityPool, token: SolanaToken): bigint {
  const head = blockchain.head('processed');
  const held = blockchain.readAccount(associatedTokenAddress(maker.publicKey, token.mint), head);
  const amount = readTokenAccount(held)?.amount ?? 0n;
  return token === SOL
    ? amount + (blockchain.readAccount(maker.publicKey, head)?.lamports ?? 0n)
    : amount;
}

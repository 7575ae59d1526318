import { ComputeBudgetProgram, PublicKey } from '@solana/web3.js';
import { compileTransaction } from './compile-transaction.ts';
import type { LiquidityPool } from './liquidity-pool.ts';
import type { SolanaToken } from './solana-catalogue.ts';
import type { SolanaChain } from './solana-chain.ts';
import { associatedTokenAddress } from './token-account.ts';
import { createTokenAccount, transfer } from './token-instructions.ts';

export interface PoolSwap {
  readonly pool: LiquidityPool;
  readonly from: SolanaToken;
  readonly to: SolanaToken;
  /** Base58 address of the paying wallet, which also pays the fee. */
  readonly payer: string;
  /** Base58 address of the receiving wallet. */
  readonly receiver: string;
  /** Base units of `from`. */
  readonly amountIn: bigint;
  /** Base units of `to`. Exactly this amount arrives, or the transaction fails. */
  readonly amountOut: bigint;
  /** Version 0 uses the chain's lookup table. */
  readonly version: 'legacy' | 0;
}

const COMPUTE_UNITS = 120_000;
/** In millionths of a lamport: 120 lamports in total. */
const COMPUTE_UNIT_PRICE = 1_000;

/**
 * A swap in one transaction: the payer pays the maker, and the maker pays the receiver. The maker
 * has signed it, so only the payer's signature is missing, and neither instructions nor blockhash
 * can change.
 * @returns base64
 */
export function buildPoolSwap({ blockchain, lookupTable }: SolanaChain, swap: PoolSwap): string {
  const { from, to, amountIn, amountOut } = swap;
  const { maker } = swap.pool;
  const [payer, receiver] = [new PublicKey(swap.payer), new PublicKey(swap.receiver)];
  const head = blockchain.head('processed');
  const isMissing =
    to.behaviour !== 'native' &&
    blockchain.readAccount(associatedTokenAddress(receiver, to.mint), head) === undefined;
  const bytes = compileTransaction({
    payer,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNITS }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: COMPUTE_UNIT_PRICE }),
      ...(isMissing ? [createTokenAccount(payer, receiver, to)] : []),
      transfer({ token: from, from: payer, to: maker.publicKey, amount: amountIn }),
      transfer({ token: to, from: maker.publicKey, to: receiver, amount: amountOut }),
    ],
    // A final block is not replaced, so the maker's signature is valid until the blockhash is too
    // old.
    blockhash: blockchain.head('finalized').blockhash,
    signers: [maker],
    lookupTable: swap.version === 0 ? lookupTable : undefined,
  });
  return Buffer.from(bytes).toString('base64');
}

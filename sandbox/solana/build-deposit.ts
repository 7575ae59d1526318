import { PublicKey } from '@solana/web3.js';
import { compileTransaction } from './compile-transaction.ts';
import type { SolanaToken } from './solana-catalogue.ts';
import type { SolanaChain } from './solana-chain.ts';
import { memo, transfer } from './token-instructions.ts';

export interface DepositPlan {
  /** The account of the provider. */
  readonly gateway: PublicKey;
  readonly token: SolanaToken;
  /** Base58 address of the paying wallet, which also pays the fee. */
  readonly payer: string;
  /** In base units. */
  readonly amount: bigint;
  readonly orderId: string;
}

/**
 * Builds the payment of an order: a transfer to the provider's gateway with the order as memo.
 * @returns base64
 */
export function buildDeposit({ blockchain }: SolanaChain, plan: DepositPlan): string {
  const payer = new PublicKey(plan.payer);
  const bytes = compileTransaction({
    payer,
    instructions: [
      transfer({ token: plan.token, from: payer, to: plan.gateway, amount: plan.amount }),
      memo(plan.orderId),
    ],
    blockhash: blockchain.head('finalized').blockhash,
    signers: [],
  });
  return Buffer.from(bytes).toString('base64');
}

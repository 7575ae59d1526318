import type { Blockchain } from './blockchain.ts';
import { type LamportChange, lamportChanges, type TokenChange, tokenChanges } from './moved-amounts.ts';
import type { TransactionError } from './transaction-error.ts';

/** A transaction of the chain, with all that it moved. */
export interface ListedTransaction {
  readonly signature: string;
  readonly height: number;
  readonly slot: number;
  readonly error: TransactionError | null;
  readonly feePayer: string;
  /** In lamports; part of the fee payer's change. */
  readonly fee: bigint;
  readonly lamports: readonly LamportChange[];
  readonly tokens: readonly TokenChange[];
}

/** All transactions in the blocks above one height, up to another, in their order. */
export function listTransactions(
  blockchain: Blockchain,
  { above = 0, upTo = blockchain.head('processed').height }: { readonly above?: number; readonly upTo?: number } = {},
): ListedTransaction[] {
  const listed: ListedTransaction[] = [];
  for (let height = above + 1; height <= upTo; height++) {
    const block = blockchain.atHeight(height);
    for (const executed of block?.transactions ?? []) {
      listed.push({
        signature: executed.transaction.signature,
        height,
        slot: block?.slot ?? 0,
        error: executed.outcome.error,
        feePayer: executed.accounts.keys[0]?.toBase58() ?? '',
        fee: executed.fee,
        lamports: lamportChanges(executed),
        tokens: tokenChanges(executed),
      });
    }
  }
  return listed;
}

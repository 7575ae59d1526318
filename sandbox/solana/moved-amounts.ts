import type { ExecutedTransaction, TokenBalance } from './execute-transaction.ts';

/** What one transaction did to one account. */
export interface LamportChange {
  readonly address: string;
  /** After less before. */
  readonly change: bigint;
}

export interface TokenChange {
  /** The token account. */
  readonly address: string;
  readonly owner: string;
  readonly mint: string;
  /** In base units, after less before. */
  readonly change: bigint;
}

/** All changes of lamports, the fee and the rent of new accounts among them. */
export function lamportChanges({ accounts, preBalances, postBalances }: ExecutedTransaction): LamportChange[] {
  return accounts.keys.flatMap((key, index) => {
    const change = (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n);
    return change === 0n ? [] : [{ address: key.toBase58(), change }];
  });
}

/** All changes of token accounts. */
export function tokenChanges({ accounts, preTokenBalances, postTokenBalances }: ExecutedTransaction): TokenChange[] {
  return accounts.keys.flatMap((key, index) => {
    const [before, after] = [preTokenBalances, postTokenBalances].map((balances) => at(balances, index));
    const { owner, mint } = after ?? before ?? {};
    const change = (after?.amount ?? 0n) - (before?.amount ?? 0n);
    if (owner === undefined || mint === undefined || change === 0n) return [];
    return [{ address: key.toBase58(), owner: owner.toBase58(), mint: mint.toBase58(), change }];
  });
}

function at(balances: readonly TokenBalance[], index: number): TokenBalance | undefined {
  return balances.find(({ accountIndex }) => accountIndex === index);
}

import type { ExecutedTransaction } from './execute-transaction.ts';

/** The balances of all accounts of a transaction, before and after. */
export interface Balances {
  /** Base58 addresses, in the order of the transaction. */
  readonly addresses: readonly string[];
  /** In lamports, of each account. */
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  /** Only of accounts that hold a token. */
  readonly preTokenBalances: readonly HeldToken[];
  readonly postTokenBalances: readonly HeldToken[];
}

interface HeldToken {
  readonly accountIndex: number;
  readonly owner: string;
  readonly mint: string;
  /** In base units. */
  readonly amount: bigint;
}

export interface LamportChange {
  readonly address: string;
  /** After minus before. */
  readonly change: bigint;
}

export interface TokenChange {
  /** The token account. */
  readonly address: string;
  readonly owner: string;
  readonly mint: string;
  /** In base units, after minus before. */
  readonly change: bigint;
}

/** All changes of lamports, with the fee and the rent of new accounts. */
export function lamportChanges({
  addresses,
  preBalances,
  postBalances,
}: Balances): LamportChange[] {
  return addresses.flatMap((address, index) => {
    const change = (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n);
    return change === 0n ? [] : [{ address, change }];
  });
}

/** All changes of token accounts. */
export function tokenChanges({
  addresses,
  preTokenBalances,
  postTokenBalances,
}: Balances): TokenChange[] {
  return addresses.flatMap((address, index) => {
    const before = preTokenBalances.find(({ accountIndex }) => accountIndex === index);
    const after = postTokenBalances.find(({ accountIndex }) => accountIndex === index);
    const change = (after?.amount ?? 0n) - (before?.amount ?? 0n);
    const { owner, mint } = after ?? before ?? {};
    return owner === undefined || mint === undefined || change === 0n
      ? []
      : [{ address, owner, mint, change }];
  });
}

export function movedBy({
  accounts,
  preBalances,
  postBalances,
  ...tokens
}: ExecutedTransaction): Balances {
  const held = (balances: typeof tokens.preTokenBalances): HeldToken[] =>
    balances.map(({ accountIndex, owner, mint, amount }) => ({
      accountIndex,
      owner: owner.toBase58(),
      mint: mint.toBase58(),
      amount,
    }));
  return {
    addresses: accounts.keys.map((key) => key.toBase58()),
    preBalances,
    postBalances,
    preTokenBalances: held(tokens.preTokenBalances),
    postTokenBalances: held(tokens.postTokenBalances),
  };
}

import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { LandedTransaction } from './answers.ts';

/** All accounts of a transaction in index order, including those of its lookup tables. */
export function accountsOf({ meta, transaction }: LandedTransaction): readonly string[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  return [...transaction.message.accountKeys, ...writable, ...readonly];
}

/** Throws `RPC_MALFORMED` if the balance is above the largest exact JSON number. */
export function lamportsAt(balances: readonly (bigint | undefined)[], index: number): bigint {
  if (index >= balances.length) return 0n;
  const lamports = balances[index];
  if (lamports !== undefined) return lamports;
  throw new FerrymanError(
    'RPC_MALFORMED',
    'the endpoint cannot report the lamports of an account exactly',
  );
}

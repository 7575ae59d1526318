import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { LandedTransaction } from './answers.ts';

/** All accounts of a transaction by their places, those of its lookup tables too. */
export function accountsOf({ meta, transaction }: LandedTransaction): readonly string[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  return [...transaction.message.accountKeys, ...writable, ...readonly];
}

/** Throws `RPC_MALFORMED` where they are more than a JSON number carries exactly. */
export function lamportsAt(balances: readonly (bigint | undefined)[], place: number): bigint {
  if (place >= balances.length) return 0n;
  const lamports = balances[place];
  if (lamports !== undefined) return lamports;
  throw new FerrymanError(
    'RPC_MALFORMED',
    'an account has more lamports than the endpoint can tell exactly',
  );
}

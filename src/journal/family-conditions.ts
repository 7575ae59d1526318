import { type Family, families, formatsOf } from '../core/swap/chains.ts';

/*
 * SQL conditions that depend on the chain family, generated from the table of families. Their
 * parameters are SQL expressions.
 */

/** An account in the normalized spelling that comparisons use. */
export function accountKey(family: string, account: string): string {
  const cases = families
    .filter((one) => formatsOf(one).ignoresCase)
    .map((one) => `when '${one}' then lower(${account})`);
  // Must equal the expression of the index `wallets_address_unique`, or Postgres does not use it.
  return `(case ${family} ${cases.join(' ')} else ${account} end)`;
}

/** Whether a family's leases are of one of these kinds. */
export function isOfLeaseKind(family: string, ...kinds: readonly LeaseKind[]): string {
  return `${family} in (${listed((one) => kinds.includes(formatsOf(one).leaseKind))})`;
}

/** Whether an account of the family has one live lease at a time. */
export function hasOneLeaseAtATime(family: string): string {
  return `${family} in (${listed((one) => formatsOf(one).oneLeaseAtATime)})`;
}

type LeaseKind = ReturnType<typeof formatsOf>['leaseKind'];

function listed(isListed: (family: Family) => boolean): string {
  return families
    .filter(isListed)
    .map((one) => `'${one}'`)
    .join(', ');
}

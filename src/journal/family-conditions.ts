import { type Family, families, formatsOf } from '../core/swap/chains.ts';

/*
 * SQL of what depends on a chain family, written from the table of families. Its parameters are
 * expressions.
 */

/** An account in the one spelling by which it is compared. */
export function accountKey(family: string, account: string): string {
  const cases = families
    .filter((one) => formatsOf(one).ignoresCase)
    .map((one) => `when '${one}' then lower(${account})`);
  // As the index `wallets_address_unique` has it: another expression would not find it.
  return `(case ${family} ${cases.join(' ')} else ${account} end)`;
}

/** Whether a family's leases are of one of these kinds. */
export function isOfLeaseKind(family: string, ...kinds: readonly LeaseKind[]): string {
  return `${family} in (${listed((one) => kinds.includes(formatsOf(one).leaseKind))})`;
}

/** Whether an account of the family has one living lease at a time. */
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

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Family, families, formatsOf } from '../../src/core/swap/chains.ts';

/*
 * The schema names families, and migrations cannot follow a table in the code. If the two differ, a
 * migration is missing.
 */

const schema = readFileSync(new URL('../../src/journal/schema.sql', import.meta.url), 'utf8');

describe('a law of the schema that names families names those of the table', () => {
  it.each<[law: string, pattern: RegExp, isNamed: (of: ReturnType<typeof formatsOf>) => boolean]>([
    [
      'one lease at a time',
      /leases_one_at_a_time .*?family = ANY \(ARRAY\[(.*?)\]/,
      ({ oneLeaseAtATime }) => oneLeaseAtATime,
    ],
    [
      'one attempt for a lease that expires',
      /p4_one_attempt_per_lease .*?family <> ALL \(ARRAY\[(.*?)\]/,
      ({ leaseKind }) => leaseKind === 'expiry' || leaseKind === 'seqno',
    ],
    [
      'leases of a nonce',
      /leases_terms_of_family .*?(WHEN '\w+'::text) THEN \(\(nonce IS NOT NULL\) AND \(expires IS NULL/s,
      ({ leaseKind }) => leaseKind === 'nonce',
    ],
    [
      'leases of coins',
      /leases_terms_of_family .*?(WHEN '\w+'::text) THEN \(\(nonce IS NULL\) AND \(expires IS NULL/s,
      ({ leaseKind }) => leaseKind === 'outpoints',
    ],
    [
      'leases of a number that expires',
      /leases_terms_of_family .*?(WHEN '\w+'::text) THEN \(\(nonce IS NOT NULL\) AND \(\(state/s,
      ({ leaseKind }) => leaseKind === 'seqno',
    ],
    [
      'lost attempts of a nonce’s lease',
      /FUNCTION is_of_lease.*?(when '\w+') then lost\.nonce/s,
      ({ leaseKind }) => leaseKind === 'nonce',
    ],
    [
      'lost attempts of coins’ lease',
      /FUNCTION is_of_lease.*?(when '\w+') then \(\s+select array_agg/s,
      ({ leaseKind }) => leaseKind === 'outpoints',
    ],
    [
      'leases of several swaps',
      /\(select family from leases where id = new\.lease_id\) <> ('\w+')/,
      ({ sharesTransactions }) => sharesTransactions,
    ],
    [
      'addresses in any case',
      /wallets_address_unique .*?(WHEN '\w+'::text) THEN lower/s,
      ({ ignoresCase }) => ignoresCase,
    ],
  ])('%s', (_law, pattern, isNamed) => {
    const named = pattern.exec(schema)?.[1] ?? '';
    const expected: Family[] = families.filter((family) => isNamed(formatsOf(family)));
    expect([...named.matchAll(/'(\w+)'/g)].map(([, family]) => family).sort()).toEqual(
      expected.sort(),
    );
  });
});

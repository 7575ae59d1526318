import type { PlaceName } from '../endpoints.ts';
import type { ChainAddress } from '../notation.ts';
import type { AuditDifference } from './audit-types.ts';

/**
 * The expected balance changes of each account and token, while the audit computes them. Amounts
 * are base units.
 */
export interface AuditSheet {
  move(chain: PlaceName, account: ChainAddress, token: ChainAddress, amount: bigint): void;
  expected(chain: PlaceName, account: ChainAddress, token: ChainAddress): bigint;
}

export function createAuditSheet(): AuditSheet {
  const amounts = new Map<string, bigint>();
  const keyOf = (chain: PlaceName, account: ChainAddress, token: ChainAddress): string =>
    `${chain} ${account} ${token}`;
  return {
    move(chain, account, token, amount) {
      const key = keyOf(chain, account, token);
      amounts.set(key, (amounts.get(key) ?? 0n) + amount);
    },
    expected: (chain, account, token) => amounts.get(keyOf(chain, account, token)) ?? 0n,
  };
}

interface Discrepancy {
  readonly chain: PlaceName;
  readonly account: ChainAddress;
  readonly token: ChainAddress;
  readonly expected: bigint;
  readonly actual: bigint;
  readonly note?: string;
}

/** Builds a discrepancy in the form of the result. */
export function differenceOf({
  chain,
  account,
  token,
  expected,
  actual,
  note,
}: Discrepancy): AuditDifference {
  return {
    chain,
    account,
    token,
    expected: `${expected}`,
    actual: `${actual}`,
    difference: `${actual - expected}`,
    ...(note === undefined ? {} : { note }),
  };
}

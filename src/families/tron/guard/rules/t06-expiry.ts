import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import type { TronEffects } from '../effects.ts';

/**
 * Maximum validity of a transaction in milliseconds. The protocol allows a day, during which its
 * outcome would be open.
 */
const longestValidity = 600_000n;

/** T06. The bytes expire soon, at the time of the lease, and name a reference block. */
export const tronExpiry: Rule<TronEffects> = {
  id: 'T06',
  check: ({ expiration, expires, timestamp, referenceBytes, referenceHash }, { lease }) =>
    findingsOf(
      lease.terms.kind !== 'expiry' &&
        reject('the lease is not one that expires', { lease: lease.terms.kind }),
      expiration !== expires &&
        reject('the bytes expire at another time than the lease', { expiration, expires }),
      (expiration <= timestamp || expiration - timestamp > longestValidity) &&
        reject('the bytes are valid for too long', { expiration, timestamp }),
      (referenceBytes.length !== 4 || referenceHash.length !== 16) &&
        reject('the bytes name no reference block', { referenceBytes, referenceHash }),
    ),
};

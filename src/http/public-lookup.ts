import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

interface LookupOptions {
  /** Whether this host may have an address that is not public. */
  isAllowed: (host: string) => boolean;
  /** Resolves names; default: the system's. */
  lookup?: typeof systemLookup;
}

/** A name has an address that is not public, or none. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/**
 * Resolves a name, and fails if any of its addresses is not public. The address is judged as the
 * connection is made: a name that changes its address in between (DNS rebinding) gains nothing.
 */
export function publicLookup({ isAllowed, lookup = systemLookup }: LookupOptions): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
      if (error) return callback(error, '', 0);
      const hidden = found.find(({ address }) => !isPublicAddress(address));
      const [first] = found;
      if (!first || (hidden && !isAllowed(host))) {
        const message = 'its address is not public, which the configuration does not allow';
        return callback(new PrivateAddressError(message), '', 0);
      }
      if (options.all) return callback(null, found);
      callback(null, first.address, first.family);
    });
  };
}

import type { Endpoint } from './endpoint.ts';
import { findSending } from './locate.ts';
import type { TonTransaction } from './transaction.ts';

/** Generations that are gone back at most: a swap through several pools has about a dozen. */
const maxGenerations = 32;
const maxRemembered = 1_000;

/**
 * Where what arrived has come from. `too_long`: from further back than any payment; `not_there`:
 * the endpoint has not the whole way, now or any more.
 */
type Origin = KnownOrigin | { kind: 'too_long' | 'not_there' };

interface KnownOrigin {
  kind: 'found';
  /**
   * Name of the whole trace: the id of the external message that began it (TEP-467), or the hash of
   * its first transaction where none did.
   */
  id: string;
  /** Hashes of all transactions on the way, the one that was asked about included. */
  hashes: ReadonlySet<string>;
}

/** Finds origins, and remembers them: they never change. */
export interface Origins {
  of(endpoint: Endpoint, transaction: TonTransaction): Promise<Origin>;
}

export function createOrigins(): Origins {
  const known = new Map<string, Origin>();
  return {
    async of(endpoint, transaction) {
      const origin = known.get(transaction.hash) ?? (await findOrigin(endpoint, transaction));
      if (origin.kind !== 'not_there') known.set(transaction.hash, origin);
      for (const oldest of known.keys()) {
        if (known.size <= maxRemembered) break;
        known.delete(oldest);
      }
      return origin;
    },
  };
}

async function findOrigin(endpoint: Endpoint, transaction: TonTransaction): Promise<Origin> {
  const hashes = new Set<string>();
  let current = transaction;
  while (hashes.size < maxGenerations) {
    hashes.add(current.hash);
    const { received, hash } = current;
    if (received?.kind !== 'internal') return { kind: 'found', id: received?.id ?? hash, hashes };
    const sending = await findSending(endpoint, received);
    if (!sending) return { kind: 'not_there' };
    current = sending;
  }
  return { kind: 'too_long' };
}

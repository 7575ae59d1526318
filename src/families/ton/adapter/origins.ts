import type { Endpoint } from './endpoint.ts';
import { findSending } from './locate.ts';
import type { TonTransaction } from './transaction.ts';

/** Transactions followed back. A swap through several pools has about a dozen. */
const maxGenerations = 32;
const maxRemembered = 1_000;

/**
 * The start of the trace that led to a transfer. `too_long`: longer than any payment's trace.
 * `not_there`: the endpoint lacks a part of the trace, not yet indexed or pruned.
 */
type Origin = KnownOrigin | { kind: 'too_long' | 'not_there' };

interface KnownOrigin {
  kind: 'found';
  /**
   * Identifies the trace: the id of the external message that started it (TEP-467), or the hash of
   * its first transaction if no external message did.
   */
  id: string;
  /** Hashes of all transactions from the start to the requested one, inclusive. */
  hashes: ReadonlySet<string>;
}

/** Finds origins and caches them: they never change. */
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

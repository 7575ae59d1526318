import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Endpoint } from './endpoint.ts';
import { findSending } from './locate.ts';
import type { TonTransaction } from './transaction.ts';

/** Generations that are gone back at most: a swap through several pools has about a dozen. */
const mostGenerations = 32;
const mostRemembered = 1_000;

/** Where what arrived has come from. */
export interface Origin {
  /** Name of the whole trace: the id of the external message that began it (TEP-467), or the hash of its first transaction where none did. */
  id: string;
  /** Logical time of the first transaction. */
  lt: bigint;
  /** Hashes of all transactions on the way, the one that was asked about included. */
  hashes: ReadonlySet<string>;
}

/** Finds origins, and remembers them: they never change. */
export interface Origins {
  /** Throws `RPC_UNAVAILABLE` where the endpoint has not the whole way: a trace under another name would be counted twice. */
  of(endpoint: Endpoint, transaction: TonTransaction): Promise<Origin>;
}

export function createOrigins(): Origins {
  const known = new Map<string, Origin>();
  return {
    async of(endpoint, transaction) {
      const origin = known.get(transaction.hash) ?? (await findOrigin(endpoint, transaction));
      known.set(transaction.hash, origin);
      for (const oldest of known.keys()) {
        if (known.size <= mostRemembered) break;
        known.delete(oldest);
      }
      return origin;
    },
  };
}

async function findOrigin(endpoint: Endpoint, transaction: TonTransaction): Promise<Origin> {
  const hashes = new Set<string>();
  let current = transaction;
  for (let generation = 0; generation < mostGenerations; generation++) {
    hashes.add(current.hash);
    const { received, lt, hash } = current;
    if (received?.kind !== 'internal') return { id: received?.id ?? hash, lt, hashes };
    const sending = await findSending(endpoint, received);
    if (!sending) break;
    current = sending;
  }
  const { host } = endpoint;
  throw new FerrymanError('RPC_UNAVAILABLE', `${host} does not tell what led to ${transaction.hash}`, {
    details: { host },
  });
}

import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import { parseTonHash } from '../formats/hash.ts';
import type { Endpoint } from './endpoint.ts';
import { readHistory } from './history.ts';
import type { Origins } from './origins.ts';
import { requireAccount } from './require-account.ts';
import type { TonTransaction } from './transaction.ts';

/** How many of the account's newest transactions are searched if the block is not known. */
const maxSearched = 24;

/**
 * All transactions of the account in one trace: what they brought, minus what they sent and their
 * fees. A trace goes on for some seconds, and what comes later is not in it: ask once it is over.
 */
export async function coinChangeIn(
  endpoint: Endpoint,
  origins: Origins,
  text: string,
  accountText: string,
  from?: bigint,
): Promise<bigint | undefined> {
  const named = parseTonHash(text);
  if (named === undefined) return undefined;
  const found: TonTransaction[] = [];
  const after = from === undefined ? 0n : from - 1n;
  for await (const transaction of readHistory(endpoint, requireAccount(accountText), after)) {
    if (from === undefined && found.length >= maxSearched) break;
    found.push(transaction);
  }
  const changes = await mapBounded(found, async (transaction) => {
    const origin = await origins.of(endpoint, transaction);
    const isOfTrace = origin.kind === 'found' && (origin.id === named || origin.hashes.has(named));
    return isOfTrace ? [changeOf(transaction)] : [];
  });
  const ofTrace = changes.flat();
  return ofTrace.length === 0 ? undefined : ofTrace.reduce((sum, change) => sum + change, 0n);
}

/** A message that bounces is sent back by the same transaction, so it is in `sent` too. */
function changeOf({ received, sent, fees }: TonTransaction): bigint {
  const brought = received?.kind === 'internal' ? received.value : 0n;
  return sent.reduce((sum, { value }) => sum - value, brought - fees);
}

import type { TransactionTimes } from '../../../ports/chain-adapter.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import { parseTonHash } from '../formats/hash.ts';
import type { Endpoint } from './endpoint.ts';
import { readNewest } from './head.ts';
import { readHistory } from './history.ts';
import type { Origins } from './origins.ts';
import { requireAccount } from './require-account.ts';
import type { TonTransaction } from './transaction.ts';

/** How many of the account's newest transactions are searched if the block is not known. */
const maxSearched = 24;

/**
 * All transactions of the account in one trace: what they brought, minus what they sent and their
 * fees. A trace goes on for some seconds, and what comes later is not in it: ask once it is over.
 * Tokens reach their owner without any transaction of the owner's account: then nothing changed.
 */
export async function coinChangeIn(
  endpoint: Endpoint,
  origins: Origins,
  text: string,
  accountText: string,
  { from, overBy }: TransactionTimes = {},
): Promise<bigint | undefined> {
  const named = parseTonHash(text);
  if (named === undefined) return undefined;
  // Before the history: an endpoint may catch up between the two.
  const isPast = await hasSeen(endpoint, overBy);
  const found: TonTransaction[] = [];
  let isWhole = true;
  const after = from === undefined ? 0n : from - 1n;
  for await (const transaction of readHistory(endpoint, requireAccount(accountText), after)) {
    isWhole = from !== undefined || found.length < maxSearched;
    if (!isWhole) break;
    found.push(transaction);
  }
  const changes = await mapBounded(found, async (transaction) => {
    const origin = await origins.of(endpoint, transaction);
    const isOfTrace = origin.kind === 'found' && (origin.id === named || origin.hashes.has(named));
    return isOfTrace ? [changeOf(transaction)] : [];
  });
  const ofTrace = changes.flat();
  if (ofTrace.length > 0) return ofTrace.reduce((sum, change) => sum + change, 0n);
  return isWhole && isPast ? 0n : undefined;
}

/** Whether the endpoint's chain goes on after a moment: then it has what came before. */
async function hasSeen(endpoint: Endpoint, moment?: number): Promise<boolean> {
  return moment !== undefined && (await readNewest(endpoint)).time * 1_000 > moment;
}

/** A message that bounces is sent back by the same transaction, so it is in `sent` too. */
function changeOf({ received, sent, fees }: TonTransaction): bigint {
  const brought = received?.kind === 'internal' ? received.value : 0n;
  return sent.reduce((sum, { value }) => sum - value, brought - fees);
}

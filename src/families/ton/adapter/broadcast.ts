import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { isTaken } from '../../shared/endpoints/broadcast-outcome.ts';
import { broadcastToEach, unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { transactionsOf } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readExternal } from './external-message.ts';
import { mapBroadcastRefusal } from './map-broadcast-refusal.ts';

/** How many of the wallet's newest transactions are searched for the message. */
const maxSearched = 16;

/**
 * Sends the message to one server after another until one has it. Repeating the same bytes is safe.
 * A wallet refuses a used seqno whether this message or another used it, so the wallet's newest
 * transactions are searched for this one.
 */
export async function broadcast(
  endpoints: Endpoints<Endpoint>,
  signed: SignedTransaction,
): Promise<BroadcastOutcome> {
  return broadcastToEach(endpoints, async (endpoint) => {
    const outcome = await send(endpoint, signed);
    return isTaken(outcome) ? outcome : ((await lookUp(endpoint, signed)) ?? outcome);
  });
}

async function send(endpoint: Endpoint, { bytes }: SignedTransaction): Promise<BroadcastOutcome> {
  try {
    const answer = await endpoint.send(bytes);
    return answer.ok ? { kind: 'accepted' } : mapBroadcastRefusal(answer.reason);
  } catch (error) {
    return unknownOutcome(error);
  }
}

async function lookUp(
  endpoint: Endpoint,
  { bytes, txId }: SignedTransaction,
): Promise<BroadcastOutcome | undefined> {
  const address = readExternal(bytes).wallet;
  try {
    const newest = await endpoint.read(
      'getTransactions',
      { address, limit: maxSearched },
      transactionsOf(address),
    );
    const isIncluded = newest.some(
      ({ received }) => received?.kind === 'external' && received.id === txId,
    );
    return isIncluded ? { kind: 'already_known' } : undefined;
  } catch (error) {
    // A failed read does not change the server's answer to the broadcast.
    if (error instanceof FerrymanError) return undefined;
    throw error;
  }
}

import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { isTaken } from '../../shared/endpoints/broadcast-outcome.ts';
import { broadcastToEach, unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastError } from './map-error.ts';
import { readStatuses } from './statuses.ts';
import { readOwnBytes } from './wire-transaction.ts';

/** Sends the bytes to one endpoint after another until one has them. Repeating them is safe. */
export async function broadcast(
  endpoints: Endpoints<Endpoint>,
  signed: SignedTransaction,
): Promise<BroadcastOutcome> {
  return broadcastToEach(endpoints, (endpoint) => broadcastTo(endpoint, signed));
}

async function broadcastTo(
  endpoint: Endpoint,
  signed: SignedTransaction,
): Promise<BroadcastOutcome> {
  const outcome = await send(endpoint, signed);
  // An endpoint that has the transaction in a block reports that it fails or is too old now: the
  // transaction itself has spent the balance.
  return isTaken(outcome) ? outcome : ((await lookUp(endpoint, signed.txId)) ?? outcome);
}

/**
 * The node simulates the transaction first and does not relay one that fails. It resends it to the
 * leaders until the blockhash expires.
 */
async function send(
  endpoint: Endpoint,
  { bytes, txId }: SignedTransaction,
): Promise<BroadcastOutcome> {
  try {
    const wire = Buffer.from(bytes.slice(2), 'hex').toString('base64');
    const answer = await endpoint.send([
      wire,
      { encoding: 'base64', preflightCommitment: 'confirmed' },
    ]);
    return answer === txId
      ? { kind: 'accepted' }
      : { kind: 'unknown', message: `${endpoint.host} reports another transaction id` };
  } catch (error) {
    return mapBroadcastError(error, readOwnBytes(bytes).message);
  }
}

async function lookUp(endpoint: Endpoint, txId: string): Promise<BroadcastOutcome | undefined> {
  try {
    const found = await readStatuses(endpoint, [txId]);
    return found.has(txId) ? { kind: 'already_known' } : undefined;
  } catch (error) {
    return unknownOutcome(error);
  }
}

import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { isTaken } from '../../shared/endpoints/broadcast-outcome.ts';
import { broadcastToEach, unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastError } from './map-error.ts';
import { readStatuses } from './statuses.ts';
import { readOwnBytes } from './wire-transaction.ts';

/**
 * Hands the bytes to the endpoints in turn until one has them; the same bytes can be given to any
 * number of them, any number of times.
 */
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
  // Whoever has the transaction in a block says of it that it fails now, or is too old: the balance
  // is spent, by itself.
  return isTaken(outcome) ? outcome : ((await lookUp(endpoint, signed.txId)) ?? outcome);
}

/**
 * The node plays it first: what would fail is not passed on. It repeats it to the leaders until the
 * blockhash has expired.
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
      : { kind: 'unknown', message: `${endpoint.host} names another id` };
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

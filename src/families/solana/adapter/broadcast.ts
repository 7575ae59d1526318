import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { broadcastToEach, type Destinations } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastError } from './map-error.ts';
import { readStatuses } from './statuses.ts';
import { readOwnBytes } from './wire-transaction.ts';

/** Sends the bytes to the nodes or to the relays. Repeating them is safe. */
export async function broadcast(
  destinations: Destinations<Endpoint>,
  signed: SignedTransaction,
  to?: 'nodes' | 'relays',
): Promise<BroadcastOutcome> {
  const sending = {
    ...destinations,
    send: (endpoint: Endpoint) => send(endpoint, signed),
    // One that has it in a block reports that it fails or is too old now: the transaction itself
    // has spent the balance.
    has: async (endpoint: Endpoint) =>
      (await readStatuses(endpoint, [signed.txId])).has(signed.txId),
  };
  return broadcastToEach(sending, to);
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

import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import {
  broadcastToEach,
  type Destinations,
  unknownOutcome,
} from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastRefusal } from './map-broadcast-refusal.ts';

/** Sends the bytes to the servers or to the relays. Repeating them is safe. */
export async function broadcast(
  destinations: Destinations<Endpoint>,
  signed: SignedTransaction,
  to?: 'nodes' | 'relays',
): Promise<BroadcastOutcome> {
  const sending = {
    ...destinations,
    send: (endpoint: Endpoint) => send(endpoint, signed),
    // Reads the transaction, because servers report a status even for unknown ones. One that has it
    // in a block reports its coins as spent: by itself.
    has: async (endpoint: Endpoint) => (await endpoint.transaction(signed.txId)) !== undefined,
  };
  return broadcastToEach(sending, to);
}

async function send(
  endpoint: Endpoint,
  { bytes, txId }: SignedTransaction,
): Promise<BroadcastOutcome> {
  try {
    const answer = await endpoint.send(bytes.replace(/^0x/, ''));
    if (!answer.ok) return mapBroadcastRefusal(answer.reason);
    return answer.txId === txId
      ? { kind: 'accepted' }
      : { kind: 'unknown', message: `${endpoint.host} reports another transaction id` };
  } catch (error) {
    return unknownOutcome(error);
  }
}

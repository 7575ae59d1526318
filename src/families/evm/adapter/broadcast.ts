import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { broadcastToEach, type Destinations } from '../../shared/endpoints/broadcast-to-each.ts';
import { transaction } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastError } from './map-error.ts';

/** Sends the bytes to the nodes or to the relays. Sending the same bytes again is safe. */
export async function broadcast(
  destinations: Destinations<Endpoint>,
  signed: SignedTransaction,
  to?: 'nodes' | 'relays',
): Promise<BroadcastOutcome> {
  const sending = {
    ...destinations,
    send: (endpoint: Endpoint) => send(endpoint, signed),
    has: (endpoint: Endpoint) => has(endpoint, signed.txId),
  };
  return broadcastToEach(sending, to);
}

async function send(
  endpoint: Endpoint,
  { bytes, txId }: SignedTransaction,
): Promise<BroadcastOutcome> {
  try {
    const answer = await endpoint.sendRaw(bytes);
    return answer === txId
      ? { kind: 'accepted' }
      : { kind: 'unknown', message: `${endpoint.host} names another id` };
  } catch (error) {
    return mapBroadcastError(error);
  }
}

async function has(endpoint: Endpoint, txId: string): Promise<boolean> {
  const found = await endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable());
  return found?.hash === txId;
}

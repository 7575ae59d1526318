import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import {
  broadcastToEach,
  type Destinations,
  unknownOutcome,
} from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastAnswer } from './map-error.ts';
import { isPending, readInfo } from './transaction-info.ts';

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

async function send(endpoint: Endpoint, { bytes }: SignedTransaction): Promise<BroadcastOutcome> {
  try {
    return mapBroadcastAnswer(await endpoint.broadcast(bytes));
  } catch (error) {
    return unknownOutcome(error);
  }
}

/** Nodes forget ids after a while: a node may call included bytes expired. */
async function has(endpoint: Endpoint, txId: string): Promise<boolean> {
  return (await readInfo(endpoint, txId)) !== undefined || isPending(endpoint, txId);
}

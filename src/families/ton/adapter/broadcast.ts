import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import {
  broadcastToEach,
  type Destinations,
  unknownOutcome,
} from '../../shared/endpoints/broadcast-to-each.ts';
import { transactionsOf } from './answers.ts';
import { type Endpoint, isRefusal } from './endpoint.ts';
import { readExternal } from './external-message.ts';
import { mapBroadcastRefusal } from './map-broadcast-refusal.ts';

/** How many of the wallet's newest transactions are searched for the message. */
const maxSearched = 16;

/**
 * Sends the message to the servers or to the relays. Repeating the same bytes is safe. A wallet
 * refuses a used seqno whether this message or another used it, so the wallet's newest transactions
 * are searched for this one.
 */
export async function broadcast(
  destinations: Destinations<Endpoint>,
  signed: SignedTransaction,
  to?: 'nodes' | 'relays',
): Promise<BroadcastOutcome> {
  const sending = {
    ...destinations,
    send: (endpoint: Endpoint) => send(endpoint, signed),
    has: (endpoint: Endpoint) => has(endpoint, signed),
  };
  return broadcastToEach(sending, to);
}

async function send(endpoint: Endpoint, { bytes }: SignedTransaction): Promise<BroadcastOutcome> {
  try {
    const answer = await endpoint.send(bytes);
    return answer.ok ? { kind: 'accepted' } : mapBroadcastRefusal(answer.reason);
  } catch (error) {
    return unknownOutcome(error);
  }
}

async function has(endpoint: Endpoint, { bytes, txId }: SignedTransaction): Promise<boolean> {
  const address = readExternal(bytes).wallet;
  try {
    const newest = await endpoint.read(
      'getTransactions',
      { address, limit: maxSearched },
      transactionsOf(address),
    );
    return newest.some(({ received }) => received?.kind === 'external' && received.id === txId);
  } catch (error) {
    // A server refuses to list what an account without a history has received.
    if (isRefusal(error)) return false;
    throw error;
  }
}

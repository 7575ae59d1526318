import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { isTaken } from '../../shared/endpoints/broadcast-outcome.ts';
import { broadcastToEach, unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastRefusal } from './map-broadcast-refusal.ts';

/**
 * Hands the bytes to the servers in turn until one has them; the same bytes can be given to any
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
  // Whoever has the transaction in a block says of it that its coins are spent: by itself.
  return isTaken(outcome) ? outcome : ((await lookUp(endpoint, signed.txId)) ?? outcome);
}

async function send(
  endpoint: Endpoint,
  { bytes, txId }: SignedTransaction,
): Promise<BroadcastOutcome> {
  try {
    const answer = await endpoint.send(bytes.replace(/^0x/, ''));
    if (!answer.ok) return mapBroadcastRefusal(answer.said);
    return answer.txId === txId
      ? { kind: 'accepted' }
      : { kind: 'unknown', message: `${endpoint.host} names another id` };
  } catch (error) {
    return unknownOutcome(error);
  }
}

/**
 * Asked for the transaction and not for its status, which servers tell of unknown transactions as
 * well.
 */
async function lookUp(endpoint: Endpoint, txId: string): Promise<BroadcastOutcome | undefined> {
  try {
    return (await endpoint.transaction(txId)) ? { kind: 'already_known' } : undefined;
  } catch (error) {
    return unknownOutcome(error);
  }
}

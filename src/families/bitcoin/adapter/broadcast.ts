import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { isTaken } from '../../shared/endpoints/broadcast-outcome.ts';
import { broadcastToEach, unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastRefusal } from './map-broadcast-refusal.ts';

/** Sends the bytes to one server after another until one has them. Repeating them is safe. */
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
  // A server that has the transaction in a block reports its coins as spent: by itself.
  return isTaken(outcome) ? outcome : ((await lookUp(endpoint, signed.txId)) ?? outcome);
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

/** Reads the transaction, because servers report a status even for unknown ones. */
async function lookUp(endpoint: Endpoint, txId: string): Promise<BroadcastOutcome | undefined> {
  try {
    return (await endpoint.transaction(txId)) ? { kind: 'already_known' } : undefined;
  } catch (error) {
    return unknownOutcome(error);
  }
}

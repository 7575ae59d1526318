import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { broadcastToEach, unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { transaction } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastError } from './map-error.ts';

/**
 * Sends the bytes to the endpoints in turn until one has them. Sending the same bytes again is
 * safe.
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
  switch (outcome.kind) {
    case 'lease_used':
    case 'unknown':
      return (await lookUp(endpoint, signed.txId)) ?? outcome;
    default:
      return outcome;
  }
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

/**
 * Looks up the id after `nonce too low` or a lost answer: the endpoint may have the bytes. If the
 * lookup fails, the outcome is unknown.
 */
async function lookUp(endpoint: Endpoint, txId: string): Promise<BroadcastOutcome | undefined> {
  try {
    const found = await endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable());
    return found?.hash === txId ? { kind: 'already_known' } : undefined;
  } catch (error) {
    return unknownOutcome(error);
  }
}

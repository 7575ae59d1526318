import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { broadcastToEach, unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastAnswer } from './map-error.ts';
import { isPending, readInfo } from './transaction-info.ts';

/**
 * Hands the bytes to the endpoints in turn until one has them; the same bytes can be given to any
 * number of them.
 */
export async function broadcast(
  endpoints: Endpoints<Endpoint>,
  signed: SignedTransaction,
): Promise<BroadcastOutcome> {
  return broadcastToEach(endpoints, (endpoint) => broadcastTo(endpoint, signed));
}

async function broadcastTo(
  endpoint: Endpoint,
  { bytes, txId }: SignedTransaction,
): Promise<BroadcastOutcome> {
  let outcome: BroadcastOutcome;
  try {
    outcome = mapBroadcastAnswer(await endpoint.broadcast(bytes));
  } catch (error) {
    outcome = unknownOutcome(error);
  }
  // A node keeps ids for a while only: included bytes may be called expired, or anything else that
  // was not looked at in time.
  if (outcome.kind !== 'unknown' && outcome.kind !== 'expired') return outcome;
  return (await lookUp(endpoint, txId)) ?? outcome;
}

/** Whether the endpoint has it after all. Where that cannot be asked, nothing is known. */
async function lookUp(endpoint: Endpoint, txId: string): Promise<BroadcastOutcome | undefined> {
  try {
    const isKnown =
      (await readInfo(endpoint, txId)) !== undefined || (await isPending(endpoint, txId));
    return isKnown ? { kind: 'already_known' } : undefined;
  } catch (error) {
    return unknownOutcome(error);
  }
}

import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { broadcastToEach, unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastAnswer } from './map-error.ts';
import { isPending, readInfo } from './transaction-info.ts';

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
  { bytes, txId }: SignedTransaction,
): Promise<BroadcastOutcome> {
  let outcome: BroadcastOutcome;
  try {
    outcome = mapBroadcastAnswer(await endpoint.broadcast(bytes));
  } catch (error) {
    outcome = unknownOutcome(error);
  }
  // Nodes forget ids after a while: a node may call included bytes expired.
  if (outcome.kind !== 'unknown' && outcome.kind !== 'expired') return outcome;
  return (await lookUp(endpoint, txId)) ?? outcome;
}

/** Looks up whether the endpoint has the bytes. If the lookup fails, the outcome is unknown. */
async function lookUp(endpoint: Endpoint, txId: string): Promise<BroadcastOutcome | undefined> {
  try {
    const isKnown =
      (await readInfo(endpoint, txId)) !== undefined || (await isPending(endpoint, txId));
    return isKnown ? { kind: 'already_known' } : undefined;
  } catch (error) {
    return unknownOutcome(error);
  }
}

import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';
import { combineOutcomes, isTaken } from './broadcast-outcome.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

/**
 * Sends bytes to the endpoints in turn until one has them. Sending the same bytes again is safe.
 */
export async function broadcastToEach<Known extends Endpoint>(
  endpoints: Endpoints<Known>,
  send: (endpoint: Known) => Promise<BroadcastOutcome>,
): Promise<BroadcastOutcome> {
  const outcomes: BroadcastOutcome[] = [];
  for (const endpoint of endpoints.inOrder()) {
    // Skip endpoints that back off once one endpoint has judged the bytes.
    if (outcomes.some(({ kind }) => kind !== 'unknown') && endpoint.isBackingOff()) break;
    const outcome = await sendVerified(endpoint, send);
    outcomes.push(outcome);
    if (isTaken(outcome)) break;
  }
  return combineOutcomes(outcomes);
}

/** An endpoint that failed may or may not have the bytes. */
export function unknownOutcome(error: unknown): BroadcastOutcome {
  return {
    kind: 'unknown',
    message: error instanceof FerrymanError ? error.message : 'the endpoint failed',
  };
}

async function sendVerified<Known extends Endpoint>(
  endpoint: Known,
  send: (endpoint: Known) => Promise<BroadcastOutcome>,
): Promise<BroadcastOutcome> {
  try {
    await endpoint.verify();
  } catch (error) {
    // Nothing was sent, but the next try may succeed: `unknown`, not `rejected`.
    return unknownOutcome(error);
  }
  return send(endpoint);
}

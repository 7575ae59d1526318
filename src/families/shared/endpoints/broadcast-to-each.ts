import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';
import { combineOutcomes, isTaken } from './broadcast-outcome.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

/**
 * Hands bytes to the endpoints in turn until one has them; the same bytes can be given to any
 * number of them.
 */
export async function broadcastToEach<Known extends Endpoint>(
  endpoints: Endpoints<Known>,
  send: (endpoint: Known) => Promise<BroadcastOutcome>,
): Promise<BroadcastOutcome> {
  const outcomes: BroadcastOutcome[] = [];
  for (const endpoint of endpoints.inOrder()) {
    // One that fails is only waited for where nobody has looked at the bytes yet.
    if (outcomes.some(({ kind }) => kind !== 'unknown') && endpoint.isResting()) break;
    const outcome = await sendVerified(endpoint, send);
    outcomes.push(outcome);
    if (isTaken(outcome)) break;
  }
  return combineOutcomes(outcomes);
}

/** What is known of bytes where the endpoint failed: nothing. */
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
    // Nothing was sent here. It is `unknown` and not `rejected`, since the next try may go through.
    return unknownOutcome(error);
  }
  return send(endpoint);
}

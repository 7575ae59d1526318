import type { BroadcastOutcome, SignedTransaction } from '../../ports/chain-adapter.ts';
import { broadcastInTurn, unknownOutcome } from '../endpoints/broadcast-in-turn.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastRefusal } from './map-broadcast-refusal.ts';

/**
 * Hands the message to the servers in turn until one has it; the same bytes can be given to any number of them, any number of times. A wallet
 * that has taken it says that its number is used: by itself or by another, which its history tells.
 */
export async function broadcast(endpoints: Endpoints<Endpoint>, signed: SignedTransaction): Promise<BroadcastOutcome> {
  return broadcastInTurn(endpoints, async (endpoint) => {
    try {
      const answer = await endpoint.send(signed.bytes);
      return answer.ok ? { kind: 'accepted' } : mapBroadcastRefusal(answer.said);
    } catch (error) {
      return unknownOutcome(error);
    }
  });
}

import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome, SignedTransaction } from '../../../ports/chain-adapter.ts';
import { isTaken } from '../../shared/endpoints/broadcast-outcome.ts';
import { broadcastToEach, unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { transactionsOf } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readExternal } from './external-message.ts';
import { mapBroadcastRefusal } from './map-broadcast-refusal.ts';

/** Transactions of the wallet that are looked at, the newest ones. */
const lookedAt = 16;

/**
 * Hands the message to the servers in turn until one has it; the same bytes can be given to any
 * number of them, any number of times. A wallet that has taken it says that its number is used, by
 * itself or by another: the newest of its history tells.
 */
export async function broadcast(
  endpoints: Endpoints<Endpoint>,
  signed: SignedTransaction,
): Promise<BroadcastOutcome> {
  return broadcastToEach(endpoints, async (endpoint) => {
    const outcome = await send(endpoint, signed);
    return isTaken(outcome) ? outcome : ((await lookUp(endpoint, signed)) ?? outcome);
  });
}

async function send(endpoint: Endpoint, { bytes }: SignedTransaction): Promise<BroadcastOutcome> {
  try {
    const answer = await endpoint.send(bytes);
    return answer.ok ? { kind: 'accepted' } : mapBroadcastRefusal(answer.said);
  } catch (error) {
    return unknownOutcome(error);
  }
}

async function lookUp(
  endpoint: Endpoint,
  { bytes, txId }: SignedTransaction,
): Promise<BroadcastOutcome | undefined> {
  const address = readExternal(bytes).wallet;
  try {
    const newest = await endpoint.read(
      'getTransactions',
      { address, limit: lookedAt },
      transactionsOf(address),
    );
    const isThere = newest.some(
      ({ received }) => received?.kind === 'external' && received.id === txId,
    );
    return isThere ? { kind: 'already_known' } : undefined;
  } catch (error) {
    // That it cannot be asked changes nothing of what it said.
    if (error instanceof FerrymanError) return undefined;
    throw error;
  }
}

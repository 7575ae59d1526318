import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { BroadcastOutcome, SignedTransaction } from '../../ports/chain-adapter.ts';
import { combineOutcomes, isTaken } from '../endpoints/broadcast-outcome.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import { transaction } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastError } from './map-error.ts';

/** Hands the bytes to the endpoints in turn until one has them; the same bytes can be given to any number of them. */
export async function broadcast(endpoints: Endpoints<Endpoint>, signed: SignedTransaction): Promise<BroadcastOutcome> {
  const outcomes: BroadcastOutcome[] = [];
  for (const endpoint of endpoints.inOrder()) {
    // One that fails is only waited for where nobody has looked at the bytes yet.
    if (outcomes.some(({ kind }) => kind !== 'unknown') && endpoint.isResting()) break;
    const outcome = await broadcastTo(endpoint, signed);
    outcomes.push(outcome);
    if (isTaken(outcome)) break;
  }
  return combineOutcomes(outcomes);
}

async function broadcastTo(endpoint: Endpoint, signed: SignedTransaction): Promise<BroadcastOutcome> {
  try {
    await endpoint.verify();
  } catch (error) {
    // Nothing was sent here. It is `unknown` and not `rejected`, since the next try may go through.
    return { kind: 'unknown', message: messageOf(error) };
  }
  const outcome = await send(endpoint, signed);
  switch (outcome.kind) {
    case 'lease_used':
    case 'unknown':
      return (await lookUp(endpoint, signed.txId)) ?? outcome;
    default:
      return outcome;
  }
}

async function send(endpoint: Endpoint, { bytes, txId }: SignedTransaction): Promise<BroadcastOutcome> {
  try {
    const answer = await endpoint.sendRaw(bytes);
    return answer === txId ? { kind: 'accepted' } : { kind: 'unknown', message: `${endpoint.host} names another id` };
  } catch (error) {
    return mapBroadcastError(error);
  }
}

/**
 * An endpoint that has mined the bytes answers `nonce too low` to them, and one whose answer was lost may have them: whether it
 * knows the id decides. Where that cannot be asked, nothing is known.
 */
async function lookUp(endpoint: Endpoint, txId: string): Promise<BroadcastOutcome | undefined> {
  try {
    const found = await endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable());
    return found?.hash === txId ? { kind: 'already_known' } : undefined;
  } catch (error) {
    return { kind: 'unknown', message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof FerrymanError ? error.message : 'the endpoint failed';
}

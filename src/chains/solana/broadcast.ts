import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { BroadcastOutcome, SignedTransaction } from '../../ports/chain-adapter.ts';
import { combineOutcomes, isTaken } from '../endpoints/broadcast-outcome.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastError } from './map-error.ts';
import { readStatuses } from './statuses.ts';

/** Hands the bytes to the endpoints in turn until one has them; the same bytes can be given to any number of them, any number of times. */
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
  // Whoever has the transaction in a block says of it that it fails now, or is too old: the balance is spent, by itself.
  return isTaken(outcome) ? outcome : ((await lookUp(endpoint, signed.txId)) ?? outcome);
}

/** The node plays it first: what would fail is not passed on. It repeats it to the leaders until the blockhash has expired. */
async function send(endpoint: Endpoint, { bytes, txId }: SignedTransaction): Promise<BroadcastOutcome> {
  try {
    const wire = Buffer.from(bytes.slice(2), 'hex').toString('base64');
    const answer = await endpoint.send([wire, { encoding: 'base64', preflightCommitment: 'confirmed' }]);
    return answer === txId ? { kind: 'accepted' } : { kind: 'unknown', message: `${endpoint.host} names another id` };
  } catch (error) {
    return mapBroadcastError(error);
  }
}

async function lookUp(endpoint: Endpoint, txId: string): Promise<BroadcastOutcome | undefined> {
  try {
    const found = await readStatuses(endpoint, [txId]);
    return found.has(txId) ? { kind: 'already_known' } : undefined;
  } catch (error) {
    return { kind: 'unknown', message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof FerrymanError ? error.message : 'the endpoint failed';
}

import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { BroadcastOutcome, SignedTransaction } from '../../ports/chain-adapter.ts';
import { combineOutcomes, isTaken } from '../endpoints/broadcast-outcome.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { mapBroadcastAnswer } from './map-error.ts';
import { isPending, readInfo } from './transaction-info.ts';

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

async function broadcastTo(endpoint: Endpoint, { bytes, txId }: SignedTransaction): Promise<BroadcastOutcome> {
  let outcome: BroadcastOutcome;
  try {
    await endpoint.verify();
  } catch (error) {
    // Nothing was sent here. It is `unknown` and not `rejected`, since the next try may go through.
    return { kind: 'unknown', message: messageOf(error) };
  }
  try {
    outcome = mapBroadcastAnswer(await endpoint.broadcast(bytes));
  } catch (error) {
    outcome = { kind: 'unknown', message: messageOf(error) };
  }
  // A node keeps ids for a while only: included bytes may be called expired, or anything else that was not looked at in time.
  if (outcome.kind !== 'unknown' && outcome.kind !== 'expired') return outcome;
  return (await lookUp(endpoint, txId)) ?? outcome;
}

/** Whether the endpoint has it after all. Where that can not be asked, nothing is known. */
async function lookUp(endpoint: Endpoint, txId: string): Promise<BroadcastOutcome | undefined> {
  try {
    const isKnown = (await readInfo(endpoint, txId)) !== undefined || (await isPending(endpoint, txId));
    return isKnown ? { kind: 'already_known' } : undefined;
  } catch (error) {
    return { kind: 'unknown', message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof FerrymanError ? error.message : 'the endpoint failed';
}

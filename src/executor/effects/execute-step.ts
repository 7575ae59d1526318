import type { Observation } from '../../core/decide/decision.ts';
import { isTooOldToSign } from '../../core/swap/is-too-old-to-sign.ts';
import { paysOutElsewhere } from '../../core/swap/job.ts';
import { isPayment, type Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ObservationStore } from '../../ports/stores/observation-store.ts';
import type { Companion } from '../admitted-together.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import type { SendStores } from './broadcast-attempt.ts';
import type { Candidate, Outcome } from './candidate.ts';
import { leaseAndSend } from './lease-and-send.ts';
import { accountKey, chainOf, completeRequest, planStep, type StepDecision } from './plan-step.ts';

/** How long a payment waits for others that may go along with it: about as long as what they are at takes, in milliseconds. */
const patience = 1_000;

/**
 * Puts one step on its chain: reserve and lease, build, judge, sign, commit, send. Nothing leaves the process before the
 * commit; whatever fails before it gives the lease back. A payment may take others of its wallet along, or be taken along.
 */
export async function executeStep(
  context: ExecutorContext<ObservationStore & SendStores>,
  snapshot: Snapshot,
  decision: StepDecision,
  companion?: Companion,
): Promise<Observation> {
  const { job } = snapshot.swap;
  // Asked before it is the swap's turn: a slow service must not hold up the wallet's other swaps.
  const request = await completeRequest(context, job, decision);
  const key = accountKey(job, decision.step);
  const plan = () => planStep(context, snapshot, request);
  if (!adapterOf(context, chainOf(job, decision.step)).batching || !isPayment(decision.step)) {
    return context.mutex.run(key, async () => {
      // Found out here it costs nobody anything; after the simulation it would have cost the others their time.
      if ('order' in decision && isPayment(decision.step) && isTooOldToSign(decision.order, context.clock.now()))
        return { kind: 'none' };
      const planned = await plan();
      return planned.kind === 'refused' ? planned.observation : alone(context, { snapshot, planned: planned.step });
    });
  }
  const planned = await plan();
  if (planned.kind === 'refused') return planned.observation;
  const candidate = { snapshot, planned: planned.step };
  return mayShare(context, candidate)
    ? together(context, key, candidate, companion)
    : context.mutex.run(key, () => alone(context, candidate));
}

async function alone(context: ExecutorContext<SendStores>, candidate: Candidate): Promise<Observation> {
  return observationOf(candidate, await leaseAndSend(context, [candidate]));
}

/** Whoever's turn it is first takes all along who have come by then. */
async function together(
  context: ExecutorContext<SendStores>,
  key: string,
  candidate: Candidate,
  companion: Companion | undefined,
): Promise<Observation> {
  const { batches, mutex } = context;
  const { batching } = adapterOf(context, candidate.planned.chain);
  const joined = batches.join(key, candidate);
  await companion?.meet(patience);
  await mutex.run(key, async () => {
    // More may have come before it than go together.
    while (!joined.isTaken()) {
      const taken = batches.take(key, batching?.max ?? 1);
      try {
        const outcomes = await leaseAndSend(
          context,
          taken.map(({ member }) => member),
        );
        for (const { tell } of taken) tell(outcomes);
      } catch (error) {
        for (const { fail } of taken) fail(error);
      }
    }
  });
  return observationOf(candidate, await joined.told);
}

/**
 * What is bought on the same chain arrives in the same transaction: whose it is could not be told where two go together. So only payments
 * across chains do.
 */
function mayShare(context: ExecutorContext, { snapshot, planned }: Candidate): boolean {
  const { batching } = adapterOf(context, planned.chain);
  return paysOutElsewhere(snapshot.swap.job) && batching?.fits(planned.transaction(0n)) === true;
}

function observationOf({ snapshot }: Candidate, outcomes: ReadonlyMap<Snapshot['swap']['id'], Outcome>): Observation {
  const outcome = outcomes.get(snapshot.swap.id);
  if (!outcome) throw new FerrymanError('INTERNAL', 'a step came to nothing that is known');
  if ('error' in outcome) throw outcome.error;
  return outcome.observation;
}

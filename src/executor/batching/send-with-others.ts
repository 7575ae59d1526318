import type { Observation } from '../../core/decide/decision.ts';
import { paysOutElsewhere } from '../../core/swap/job.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Batching } from '../../ports/capabilities/batching.ts';
import type { ExecutorContext } from '../context.ts';
import type { SendStores } from '../effects/broadcast-attempt.ts';
import { leaseAndSend } from '../effects/lease-and-send.ts';
import { accountKey } from '../effects/plan-step.ts';
import type { SwapStep } from '../effects/swap-step.ts';
import type { Companion } from './companions.ts';
import type { Outcome } from './outcome.ts';
import { sendBatch } from './send-batch.ts';

/**
 * Milliseconds that a payment waits for companions: about the time that their preparation takes.
 */
const patience = 1_000;

/**
 * Whether a payment may share its transaction. Only cross-chain payments do: outputs on the same
 * chain arrive in the payment itself, and could not be attributed to one swap. Only public payments
 * do: each of the swaps resends the transaction, by its own job's route.
 */
export function mayShare({ fits }: Batching, { snapshot, planned }: SwapStep): boolean {
  const { job } = snapshot.swap;
  return job.broadcast === undefined && paysOutElsewhere(job) && fits(planned.transaction(0n));
}

/**
 * Sends a payment together with those of its account that joined before it got the mutex: the first
 * to get it takes all.
 */
export async function sendWithOthers(
  context: ExecutorContext<SendStores>,
  batching: Batching,
  payment: SwapStep,
  companion: Companion | undefined,
): Promise<Observation> {
  const { batches, mutex } = context;
  const { snapshot, planned } = payment;
  const key = accountKey(snapshot.swap.job, planned.kind);
  const joined = batches.join(key, payment);
  await companion?.meet(patience);
  await mutex.run(key, async () => {
    // More may wait than fit into one transaction.
    while (!joined.isTaken()) {
      const taken = batches.take(key, batching.max);
      try {
        const outcomes = await send(
          context,
          taken.map((one) => one.payment),
        );
        for (const { report } of taken) report(outcomes);
      } catch (error) {
        for (const { fail } of taken) fail(error);
      }
    }
  });
  return observationOf(payment, await joined.result);
}

/** A single payment is sent like any other step. */
async function send(
  context: ExecutorContext<SendStores>,
  payments: readonly SwapStep[],
): Promise<ReadonlyMap<SwapStep['snapshot']['swap']['id'], Outcome>> {
  const [only, ...more] = payments;
  if (!only || more.length > 0) return sendBatch(context, payments);
  return new Map([[only.snapshot.swap.id, { observation: await leaseAndSend(context, only) }]]);
}

function observationOf(
  { snapshot }: SwapStep,
  outcomes: ReadonlyMap<string, Outcome>,
): Observation {
  const outcome = outcomes.get(snapshot.swap.id);
  if (!outcome) throw new FerrymanError('INTERNAL', 'a payment of a batch has no outcome');
  if ('error' in outcome) throw outcome.error;
  return outcome.observation;
}

import type { Observation } from '../../core/decide/decision.ts';
import { isTooOldToSign } from '../../core/swap/is-too-old-to-sign.ts';
import { isPayment, type Snapshot } from '../../core/swap/swap.ts';
import type { ObservationStore } from '../../ports/stores/observation-store.ts';
import type { Companion } from '../batching/companions.ts';
import { mayShare, sendWithOthers } from '../batching/send-with-others.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import type { SendStores } from './broadcast-attempt.ts';
import { judgeOrder } from './judge-order.ts';
import { leaseAndSend } from './lease-and-send.ts';
import { accountKey, chainOf, completeRequest, planStep, type StepDecision } from './plan-step.ts';

/**
 * Puts one step on its chain: plan, lease, build, judge, sign, commit, send. Nothing leaves the
 * process before the commit; a failure before it returns the lease. On a chain with batching, a
 * payment may share its transaction.
 */
export async function executeStep(
  context: ExecutorContext<ObservationStore & SendStores>,
  snapshot: Snapshot,
  decision: StepDecision,
  companion?: Companion,
): Promise<Observation> {
  const { job } = snapshot.swap;
  const { mutex, clock } = context;
  if (decision.step === 'approve' && snapshot.order) {
    const judged = await judgeOrder(context, snapshot, snapshot.order);
    if (judged) return judged;
  }
  // Requested outside the mutex: a slow service must not delay the wallet's other swaps.
  const request = await completeRequest(context, job, decision);
  const key = accountKey(job, decision.step);
  const { batching } = adapterOf(context, chainOf(job, decision.step));
  if (batching && isPayment(decision.step)) {
    // Planned outside the mutex, since another payment may send it along.
    const plan = await planStep(context, snapshot, request);
    if (plan.kind === 'refused') return plan.observation;
    const payment = { snapshot, planned: plan.step };
    return mayShare(batching, payment)
      ? sendWithOthers(context, batching, payment, companion)
      : mutex.run(key, () => leaseAndSend(context, payment));
  }
  return mutex.run(key, async () => {
    // Checked before the simulation, which would delay the wallet's other swaps.
    if (
      'order' in decision &&
      isPayment(decision.step) &&
      isTooOldToSign(decision.order, clock.now())
    )
      return { kind: 'none' };
    const plan = await planStep(context, snapshot, request);
    return plan.kind === 'refused'
      ? plan.observation
      : leaseAndSend(context, { snapshot, planned: plan.step });
  });
}

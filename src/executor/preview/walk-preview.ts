import { decide } from '../../core/decide/decide.ts';
import type { Decision, Observation } from '../../core/decide/decision.ts';
import { explainReserved } from '../../core/decide/explain-reserved.ts';
import type { FundsRefusal } from '../../core/decide/lease-refusal.ts';
import { isPayment, type Reason, type Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import type { AllowanceStore } from '../../ports/stores/observation-store.ts';
import type { OrderStore } from '../../ports/stores/order-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { failureOf } from '../effects/failure-of.ts';
import { makeOrder, type OrderDecision } from '../effects/make-order.ts';
import { chainOf } from '../effects/plan-step.ts';
import { reportFindings } from '../effects/report-findings.ts';
import type { PreviewedStep, PreviewWait } from './preview.ts';
import { type Others, previewStep } from './preview-step.ts';
import type { Scratch } from './scratch-journal.ts';

/** More than any way to a payment takes. */
const maxDecisions = 16;

/** Where the way ends: at the payment, before it (`refusal`), or at what it would go on after. */
interface End {
  refusal?: Reason;
  waitsFor: readonly PreviewWait[];
}

type Walked = End & { steps: readonly PreviewedStep[] };

/** Reads, decides and acts as `advance` does, until the payment would be signed. */
export async function walkPreview(
  context: ExecutorContext<OrderStore & AllowanceStore>,
  scratch: Scratch,
  others: Others,
): Promise<Walked> {
  const { job } = scratch.snapshot().swap;
  const steps: PreviewedStep[] = [];
  const reserved: PreviewWait[] = [];
  const finish = ({ waitsFor, ...end }: End): Walked => ({
    ...end,
    steps,
    waitsFor: [...reserved, ...waitsFor],
  });
  const admittedItems: AdmissionStore['admittedItems'] = async (_id, keys) => [
    ...(await others.admittedItems(keys)),
  ];
  const journal = {
    ...context.journal,
    admittedItems,
    votesOf: async () => [],
    hasPaid: others.hasPaid,
  };
  const ordering = { ...context, journal };
  let observation: Observation = { kind: 'none' };
  for (let count = 0; count < maxDecisions; count++) {
    const snapshot = scratch.snapshot();
    const decision = decide(snapshot, observation, context.clock.now(), context.policy);
    if (isOfOrder(decision)) {
      if (decision.kind === 'request_swap_data' && job.flow !== 'wallet')
        return finish({ waitsFor: [notOrdered] });
      observation = await makeOrder(ordering, snapshot, decision).catch(failed);
      continue;
    }
    if (decision.kind !== 'execute') return finish(endOf(decision, observation));
    const later = afterSteps(context, chainOf(job, decision.step), steps);
    if (!later) return finish({ waitsFor: [notSimulated] });
    const request = { snapshot, decision, earlier: steps, others };
    const outcome = await previewStep(later, {
      ...request,
      approveValue: scratch.approveValue(),
    }).catch((cause: unknown) => ({ kind: 'refused' as const, observation: failed(cause) }));
    if (outcome.kind === 'refused') {
      observation = outcome.observation;
      continue;
    }
    const { step } = outcome;
    steps.push(step);
    if (outcome.reserved) reserved.push(reservedFunds(context, snapshot, outcome.reserved));
    if (step.verdict.kind !== 'allow') {
      observation = reportFindings(context, step.kind, { ...step, verdict: step.verdict });
      continue;
    }
    if (isPayment(step.kind)) return finish({ waitsFor: [] });
    scratch.setAllowance(step.sets?.value ?? 0n);
    observation = { kind: 'none' };
  }
  throw new FerrymanError('INTERNAL', 'the preview does not come to an end');
}

function isOfOrder(decision: Decision): decision is OrderDecision {
  const { kind } = decision;
  return (
    kind === 'quote' ||
    kind === 'request_best_swap' ||
    kind === 'request_swap_data' ||
    kind === 'read_allowance'
  );
}

function failed(cause: unknown): Observation {
  return failureOf(toFerrymanError(cause));
}

/**
 * The chain as it would be after the earlier steps. `undefined`: its nodes cannot simulate that.
 */
function afterSteps(
  context: ExecutorContext<AllowanceStore>,
  chain: string,
  steps: readonly PreviewedStep[],
): ExecutorContext<AllowanceStore> | undefined {
  if (steps.length === 0) return context;
  const adapter = adapterOf(context, chain);
  if (!adapter.after) return undefined;
  const later = { ...adapter, ...adapter.after(steps.map(({ unsigned }) => unsigned)) };
  return { ...context, chains: new Map(context.chains).set(chain, later) };
}

/** What the swap would come to instead of a payment. */
function endOf(decision: Decision, observation: Observation): End {
  if (decision.kind === 'wait' && decision.reason)
    return { waitsFor: [{ kind: waitKindOf(decision.reason.code), ...decision.reason }] };
  if (decision.kind === 'close_order') {
    const { reason } = decision;
    // Another order may pass. The guard refuses this one all the same.
    return observation.kind === 'judged'
      ? { refusal: reason, waitsFor: [] }
      : { waitsFor: [{ kind: waitKindOf(reason.code), ...reason }] };
  }
  if (decision.kind === 'hold') return { waitsFor: [{ kind: 'person', ...decision.reason }] };
  if (decision.kind === 'transition' && decision.reason) {
    const { state, reason } = decision;
    return state === 'awaiting_approval' || state === 'needs_review'
      ? { waitsFor: [{ kind: 'person', ...reason }] }
      : { refusal: reason, waitsFor: [] };
  }
  throw new FerrymanError('INTERNAL', `a preview does not come to ${decision.kind}`);
}

function waitKindOf(code: string): PreviewWait['kind'] {
  switch (code) {
    case 'SIGNING_STOPPED':
    case 'WALLET_FROZEN':
    case 'JOURNAL_WENT_BACK':
    case 'BLACKOUT':
      return 'stop';
    case 'BALANCE_RESERVED':
      return 'funds';
    case 'APPROVAL_IN_FLIGHT':
      return 'allowance';
    case 'QUOTE_BELOW_MINIMUM':
      return 'price';
    default:
      return 'retry';
  }
}

function reservedFunds(
  context: ExecutorContext<AllowanceStore>,
  { swap: { job } }: Snapshot,
  refusal: Extract<FundsRefusal, { kind: 'reserved' }>,
): PreviewWait {
  const { nativeToken } = adapterOf(context, job.from.chain).chain;
  const message = explainReserved(refusal, job, nativeToken);
  return { kind: 'funds', code: 'BALANCE_RESERVED', message };
}

const notOrdered: PreviewWait = {
  kind: 'order',
  message:
    'the provider makes a deposit order only for the swap itself; the guard judges it and its payment then',
};

const notSimulated: PreviewWait = {
  kind: 'allowance',
  message:
    'the chain cannot simulate the payment before its approve is included; the guard judges it then',
};

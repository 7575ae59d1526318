import { assertNever } from '../assert-never.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import { isEnd, type Snapshot } from '../swap/swap.ts';
import { judgeCancel } from './judge-cancel.ts';
import { judgeReplacement } from './judge-replacement.ts';
import { judgeRetry, type RetryRules } from './judge-retry.ts';
import { missingProof } from './missing-proof.ts';
import type { Successor } from './successor.ts';
import { whereOf } from './where-money.ts';

/** What a person may do next without harm. */
type SafeAction =
  /** Nothing: it has ended well, or Ferryman goes on by itself. */
  | { kind: 'none' | 'wait' }
  /** As the same swap with another order, or as a new swap of the same job. */
  | { kind: 'retry'; as: 'new_order' | 'new_swap' }
  /** Nothing new is paid until the proof is there. */
  | { kind: 'reconcile' }
  /** A person has to tell what became of the money. */
  | { kind: 'resolve' | 'acknowledge' }
  /** A person has to pay the deposit. */
  | { kind: 'pay_deposit' };

/** The answer to "where is the money, and may I retry?". */
export interface MoneyReport {
  /** Where the money is, as a whole sentence. */
  where: string;
  action: SafeAction & { text: string };
  /** Whether a retry may pay now; otherwise which proof is missing, or what stands against it. */
  retry: { as: 'new_order' | 'new_swap' } | Refused;
  /** Whether an edited swap may take its place now. */
  replace: { allowed: true } | Refused;
  /** What a cancel would do now: end it at once, or ask the chain. */
  cancel: { as: 'end' | 'request' } | Refused;
}

/** Why an act is refused now. */
interface Refused {
  code: string;
  message: string;
}

/** Where the money of a swap is, and what may be done next. */
export function locateMoney(
  snapshot: Snapshot,
  { now, ...rules }: RetryRules & { now: number },
): MoneyReport {
  const verdict = judgeRetry(snapshot, rules);
  const { successor } = rules;
  return {
    where: whereOf(snapshot),
    action: actionOf(snapshot, verdict, { successor, now }),
    retry:
      verdict.kind === 'refused'
        ? {
            code: verdict.refusal.code,
            message: missingProof(snapshot)?.message ?? verdict.refusal.message,
          }
        : { as: verdict.kind },
    replace: replacementOf(snapshot, successor),
    cancel: cancelOf(snapshot),
  };
}

function replacementOf(
  snapshot: Snapshot,
  successor: Successor | undefined,
): MoneyReport['replace'] {
  const verdict = judgeReplacement(snapshot, successor);
  return verdict.kind === 'refused' ? refusedBy(verdict.refusal) : { allowed: true };
}

function cancelOf(snapshot: Snapshot): MoneyReport['cancel'] {
  const verdict = judgeCancel(snapshot);
  switch (verdict.kind) {
    case 'cancelled':
      return { code: 'CANCELLED', message: 'the swap is cancelled' };
    case 'refused':
      return refusedBy(verdict.refusal);
    case 'end':
    case 'request':
      return snapshot.swap.cancelRequestedAt === undefined
        ? { as: verdict.kind }
        : { code: 'CANCEL_PENDING', message: 'it is being cancelled, and the chain decides' };
    default:
      return assertNever(verdict, 'cancel verdict');
  }
}

function refusedBy({ code, message }: Refused): Refused {
  return { code, message };
}

function placeTakenBy({ swapId, as }: Successor): string {
  return as === 'edit'
    ? `The swap ${swapId} has replaced it, with an edited job.`
    : `The swap ${swapId} tries its job again.`;
}

function actionOf(
  snapshot: Snapshot,
  verdict: ReturnType<typeof judgeRetry>,
  { successor, now }: { successor: Successor | undefined; now: number },
): SafeAction & { text: string } {
  const { state, endedAs } = snapshot.swap;
  if (successor && isEnd(state)) return { kind: 'none', text: placeTakenBy(successor) };
  switch (state) {
    case 'settled':
      return { kind: 'none', text: 'Nothing is left to do.' };
    case 'refunded':
      return {
        kind: 'none',
        text: 'Ferryman does nothing more. Submit a new job to pay the receiver.',
      };
    case 'failed':
    case 'cancelled':
    case 'expired':
      return verdict.kind === 'refused'
        ? { kind: 'reconcile', text: `Do not pay again: ${verdict.refusal.message}.` }
        : {
            kind: 'retry',
            as: 'new_swap',
            text: 'Retrying is safe: it makes a new swap of the same job.',
          };
    case 'needs_review':
      if (endedAs !== undefined)
        return {
          kind: 'acknowledge',
          text: 'Deal with the money that came after the end, then acknowledge it.',
        };
      return verdict.kind === 'refused'
        ? {
            kind: 'resolve',
            text: 'Find out what became of the money, at the provider and on the chain. Then resolve the swap with the evidence.',
          }
        : {
            kind: 'retry',
            as: 'new_order',
            text: 'Retrying is safe: nothing of this swap can still pay.',
          };
    case 'awaiting_approval':
      return { kind: 'wait', text: 'A person has to approve it.' };
    case 'awaiting_deposit':
      return isToBePaid(snapshot, now)
        ? { kind: 'pay_deposit', text: 'Pay the deposit once, exactly as shown, or cancel.' }
        : { kind: 'wait', text: 'Do not pay the deposit. Wait until Ferryman has looked for it.' };
    case 'requested':
    case 'quoted':
    case 'executing':
    case 'confirming':
    case 'settling':
    case 'claiming':
    case 'refunding':
      return { kind: 'wait', text: 'Wait: Ferryman goes on by itself.' };
    default:
      return assertNever(state, 'swap state');
  }
}

/** Whether a person may pay the deposit now, and nothing has paid before. */
function isToBePaid(snapshot: Snapshot, now: number): boolean {
  const { swap, order, paidBefore, manualPayments = [] } = snapshot;
  return (
    paymentOutcome(snapshot).kind === 'unpaid' &&
    swap.fundsState === 'untouched' &&
    swap.cancelRequestedAt === undefined &&
    paidBefore === undefined &&
    manualPayments.length === 0 &&
    order?.signBy !== undefined &&
    now < order.signBy
  );
}

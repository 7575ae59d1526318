import { formatAmount } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import { weakestLevel } from '../settlement/settlement.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import { sameAccount } from '../swap/same-account.ts';
import { hasEnded, isEnd, type Leg, type Snapshot, type Step } from '../swap/swap.ts';
import { judgeCancel } from './judge-cancel.ts';
import { judgeReplacement } from './judge-replacement.ts';
import { judgeRetry, type RetryRules } from './judge-retry.ts';
import { missingProof } from './missing-proof.ts';
import type { Successor } from './successor.ts';

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
export function locateMoney(snapshot: Snapshot, rules: RetryRules): MoneyReport {
  const verdict = judgeRetry(snapshot, rules);
  const { successor } = rules;
  return {
    where: whereOf(snapshot),
    action: actionOf(snapshot, verdict, successor),
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

function whereOf(snapshot: Snapshot): string {
  const { swap, order } = snapshot;
  const { job, legs, fundsState } = swap;
  const sum = `${formatAmount(job.amount, job.from.decimals)} ${job.from.symbol}`;
  const home = `the wallet ${job.wallet.name} on ${job.from.chain}`;
  const payouts = legs.filter(({ role }) => role === 'payout');
  const refunds = legs.filter(({ role }) => role === 'refund');
  if (payouts.length > 0) {
    const what = `the receiver has ${received(payouts, snapshot)} on ${job.to.chain}`;
    return `${asSureAs(payouts, what)}.`;
  }
  if (refunds.length > 0) {
    const what = `${received(refunds, snapshot)} came back on ${refunds[0]?.chain}`;
    return `${asSureAs(refunds, what)}.`;
  }
  const outcome = paymentOutcome(snapshot);
  switch (outcome.kind) {
    case 'landed':
      return `${sum} left ${home}${handedTo(order)}. It was neither seen at the receiver on ${job.to.chain} nor seen to come back.`;
    case 'manual_deposit_paid':
      return `A person paid the deposit of ${sum}${handedTo(order)}. It was neither seen at the receiver on ${job.to.chain} nor seen to come back.`;
    case 'may_land':
      return `${sum} is on its way out of ${home}: ${sightingOf(outcome.payment)}.`;
    case 'unknown':
      return `It is not proven whether ${sum} left ${home}.`;
    case 'lost':
      return `It is not proven whether ${sum} left ${home}: the journal lost the signed payment ${outcome.txId}.`;
    case 'unpaid':
      if (fundsState === 'unknown' || fundsState === 'moved')
        return `It is not proven whether ${sum} left ${home}.`;
      if (job.flow === 'deposit-by-hand' && !hasEnded(swap))
        return `${sum} is with the person who pays the deposit: nothing has arrived at its address yet.`;
      return outcome.last
        ? `${sum} is in ${home}: every payment that was signed is proven to have moved nothing.`
        : `${sum} is in ${home}: no payment was signed.`;
    default:
      return assertNever(outcome, 'payment outcome');
  }
}

function handedTo(order: Snapshot['order']): string {
  return order ? ` by an order of ${order.provider}` : '';
}

/** Says no more than the evidence does. */
function asSureAs(legs: readonly Leg[], what: string): string {
  const level = weakestLevel(legs);
  switch (level) {
    case 'verified':
    case undefined:
      return capitalized(what);
    case 'inferred':
      return `${capitalized(what)}, as far as the chain tells`;
    case 'router-reported':
      return `The routing service reports that ${what}; no configured chain shows it`;
    case 'operator-reported':
      return `A person reported that ${what}; no configured chain shows it`;
    case 'disputed':
      return `It is disputed whether ${what}`;
    default:
      return assertNever(level, 'settlement level');
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sum of the legs where all are of the token that is expected. */
function received(legs: readonly Leg[], { swap: { job } }: Snapshot): string {
  const asset = legs[0]?.role === 'payout' ? job.to : job.from;
  const isExpected = legs.every(
    ({ chain, token }) => chain === asset.chain && sameAccount(asset.family, token, asset.token),
  );
  if (!isExpected) return 'another token than was expected';
  const total = legs.reduce((sum, { amount }) => sum + amount, 0n);
  const text = `${formatAmount(total, asset.decimals)} ${asset.symbol}`;
  return legs.some(({ promised }) => promised) ? `at least ${text}` : text;
}

/** Where the newest payment was last seen. */
function sightingOf({ lease }: Step): string {
  const statuses = (lease?.attempts ?? [])
    .filter(({ kind }) => kind !== 'cancel')
    .map(({ inclusion: { status } }) => status);
  if (statuses.includes('final')) return 'its transaction is in a final block, and being proven';
  if (statuses.includes('included')) return 'its transaction is in a block that is not final yet';
  if (statuses.includes('pending')) return 'its transaction waits in the mempool';
  return 'its transaction is signed, and no endpoint has shown it yet';
}

function placeTakenBy({ swapId, as }: Successor): string {
  return as === 'edit'
    ? `The swap ${swapId} has replaced it, with an edited job.`
    : `The swap ${swapId} tries its job again.`;
}

function actionOf(
  { swap }: Snapshot,
  verdict: ReturnType<typeof judgeRetry>,
  successor: Successor | undefined,
): SafeAction & { text: string } {
  const { state, endedAs } = swap;
  if (successor && isEnd(state)) return { kind: 'none', text: placeTakenBy(successor) };
  switch (state) {
    case 'settled':
    case 'refunded':
      return { kind: 'none', text: 'Nothing is left to do.' };
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
            text: 'Find out what became of the money, and say it with the evidence.',
          }
        : {
            kind: 'retry',
            as: 'new_order',
            text: 'Retrying is safe: nothing of this swap can still pay.',
          };
    case 'awaiting_approval':
      return { kind: 'wait', text: 'A person has to approve it.' };
    case 'awaiting_deposit':
      return { kind: 'pay_deposit', text: 'Pay the deposit exactly as shown, or cancel.' };
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

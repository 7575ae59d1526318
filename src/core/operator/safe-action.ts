import { assertNever } from '../assert-never.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import { isEnd, type Snapshot } from '../swap/swap.ts';
import type { RetryVerdict } from './judge-retry.ts';
import type { Successor } from './successor.ts';

type Kind =
  /** Nothing: it has ended well, or Ferryman goes on by itself. */
  | { kind: 'none' | 'wait' }
  /** As the same swap with another order, or as a new swap of the same job. */
  | { kind: 'retry'; as: 'new_order' | 'new_swap' }
  /** Nothing new is paid until the proof is there. */
  | { kind: 'reconcile' }
  /** A person has to find out what became of the money. */
  | { kind: 'resolve' | 'acknowledge' }
  /** A person has to pay the deposit. */
  | { kind: 'pay_deposit' };

export type SafeAction = Kind & {
  /** For a person, in a sentence or two. */
  text: string;
};

/**
 * What a person may do next with a swap without harm.
 * @param verdict on a retry now
 */
export function safeActionOf(
  snapshot: Snapshot,
  verdict: RetryVerdict,
  { successor, now }: { successor: Successor | undefined; now: number },
): SafeAction {
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

function placeTakenBy({ swapId, as }: Successor): string {
  return as === 'edit'
    ? `The swap ${swapId} has replaced it, with an edited job.`
    : `The swap ${swapId} tries its job again.`;
}

import { assertNever } from '../assert-never.ts';
import { isEnd, type SwapState } from '../swap/swap.ts';
import type { ApprovalState } from './approval.ts';

/**
 * How a payment of a batch stands. `preparing`: it may still come to wait for approvals. `waiting`:
 * it waits for them. `cleared`: it needs none, or has them. `ended`: approvers are not asked any
 * more.
 */
export const lineStandings = ['preparing', 'waiting', 'cleared', 'ended'] as const;
export type LineStanding = (typeof lineStandings)[number];

/**
 * @param state of the swap; if it ended and waits for a person since, the state in which it ended
 * @param payment the state of the approval that its approvers are asked for, if there is one
 */
export function standingOfLine(state: SwapState, payment: ApprovalState | undefined): LineStanding {
  if (isEnd(state)) return 'ended';
  switch (payment) {
    case 'open':
      return 'waiting';
    case 'approved':
      return 'cleared';
    // Its worker is about to end it.
    case 'rejected':
    case 'expired':
      return 'ended';
    case 'withdrawn':
    case undefined:
      return standingWithoutPayment(state);
    default:
      return assertNever(payment, 'state of an approval');
  }
}

function standingWithoutPayment(state: SwapState): LineStanding {
  switch (state) {
    case 'requested':
    case 'quoted':
    case 'awaiting_approval':
      return 'preparing';
    case 'executing':
    case 'confirming':
    case 'settling':
    case 'awaiting_deposit':
    case 'claiming':
    case 'refunding':
    case 'needs_review':
      return 'cleared';
    case 'settled':
    case 'refunded':
    case 'failed':
    case 'cancelled':
    case 'expired':
      return 'ended';
    default:
      return assertNever(state, 'state of a swap');
  }
}

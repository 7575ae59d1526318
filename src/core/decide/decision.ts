import type { HeldItem } from '../approvals/approval.ts';
import type { VerdictTrace } from '../approvals/verdict-trace.ts';
import type { AttributionRequest, SettlementFinding } from '../settlement/settlement.ts';
import type { ChainName, Family, TokenAddress } from '../swap/chains.ts';
import type { LeaseId } from '../swap/ids.ts';
import type { Asset } from '../swap/job.ts';
import type {
  Attempt,
  FundsState,
  Leg,
  Order,
  Reason,
  RecoveryKind,
  SettlementLevel,
  Step,
  SwapState,
} from '../swap/swap.ts';
import type { LeaseRefusal } from './lease-refusal.ts';
import type { Next } from './next.ts';

/** What the last effect returned that the journal does not store. */
export type Observation =
  | { kind: 'none' }
  /** An effect failed; `next` is what its error says to do. */
  | { kind: 'failed'; reason: Reason; next: Next; retryAfter?: number }
  /**
   * The journal refused a lease. `coin`: the native coin of the step's chain. `accounts`: the
   * accounts of the job's treasury wallet, if it has several.
   */
  | { kind: 'refused'; refusal: LeaseRefusal; coin: Coin; accounts?: readonly string[] }
  /** An approve would revert; `standing` is the current allowance on the chain. */
  | { kind: 'approve_reverts'; standing: bigint; reason: Reason }
  /** `held`: of a hold, what a person may admit. `trace`: for the journal. */
  | {
      kind: 'judged';
      verdict: 'hold' | 'requote' | 'reject';
      reason: Reason;
      held?: readonly HeldItem[];
      trace?: VerdictTrace;
    }
  | { kind: 'order_closed'; reason: Reason; retryAfter?: number }
  /** The routing service does not serve one-call swaps: request a quote first. */
  | { kind: 'one_call_refused' }
  /** The service reports that it made no order for a deposit request. */
  | { kind: 'order_refused'; reason: Reason; next: Next; retryAfter?: number }
  /** The stuck transaction cannot be bumped, or already pays the market fee. */
  | { kind: 'not_raised'; reason: Reason }
  | { kind: 'settlement'; finding: SettlementFinding };

/**
 * Where to look for the money of a step. `own`: in the step's own transaction. `refund_or_payout`:
 * could be either.
 */
export type Look = 'own' | 'payout' | 'refund' | 'refund_or_payout' | 'other_token';

/** How amounts of a token are displayed. */
interface Coin {
  symbol: string;
  decimals: number;
}

/** The next thing to do for a swap, each exactly one effect. `wait` and `done` release the swap. */
export type Decision =
  /** Nothing more to do, ever. */
  | { kind: 'done' }
  /** `keepsSlot`: keeps the slot of its lane, for waits that end soon. */
  | { kind: 'wait'; delay: number; reason?: Reason; failed: boolean; keepsSlot?: true }
  /**
   * Waits without a timer for a slot of the wallet account's lane on the chain. `isUrgent`:
   * admitted before all that are not.
   */
  | { kind: 'enter_lane'; chain: ChainName; family: Family | 'other'; isUrgent: boolean }
  | { kind: 'transition'; state: SwapState; fundsState: FundsState; reason?: Reason }
  /**
   * The guard holds a transaction until a person decides on the items (law 10). In
   * `awaiting_approval` the swap has paid nothing, and its order is closed. `state` absent: the swap
   * stays in its state, where what it has signed is followed.
   */
  | {
      kind: 'hold';
      state?: 'awaiting_approval' | 'needs_review';
      fundsState: FundsState;
      reason: Reason;
      items: readonly HeldItem[];
    }
  | { kind: 'quote' }
  /** Requests route and transaction in one call, without a quote. */
  | { kind: 'request_best_swap' }
  /** `neverMade`: the provider has no order for it. */
  | { kind: 'close_order'; reason: Reason; neverMade?: true; retryAfter?: number }
  | { kind: 'request_swap_data'; order: Order }
  | { kind: 'read_allowance'; token: TokenAddress; spender: string }
  /** Lease, build, judge, sign, commit, send. */
  | { kind: 'execute'; step: 'approve' | 'revoke'; token: TokenAddress; spender: string }
  | { kind: 'execute'; step: 'swap' | 'deposit'; order: Order }
  /** Requests the transaction that fetches what `payment` left on a bridge, and executes it. */
  | { kind: 'execute'; step: RecoveryKind; order: Order; payment: Step }
  /**
   * Bumps a stuck step: signs it again under the same lease at a higher fee, or signs a CPFP child.
   */
  | { kind: 'bump'; step: Step }
  /** Signs a cancel that uses up the lease of a step that was not included in time. */
  | { kind: 'cancel'; step: Step }
  /**
   * `otherwise`: attempts that may still land if `attempt` is refused, newest first. `until`:
   * latest time to send, in milliseconds since the epoch.
   */
  | {
      kind: 'broadcast';
      step: Step;
      attempt: Attempt;
      otherwise?: readonly Attempt[];
      until?: number;
    }
  | { kind: 'void_lease'; leaseId: LeaseId; reason: Reason }
  | { kind: 'prove'; step: Step }
  /** Polls the status by the payment; without one, by the order alone (manual deposit). */
  | { kind: 'poll_status'; payment?: Step }
  /** Polls the status of a deposit order that Ferryman has not paid. */
  | { kind: 'poll_order_status'; order: Order }
  /** Moves the `signBy` of a deposit order, in milliseconds since the epoch. */
  | { kind: 'renew_order'; order: Order; signBy: number }
  /** Reads and stores the payout of an included transaction while the node can still show it. */
  | { kind: 'sight'; step: Step; asset: Asset; receiver: string }
  /** Looks for the money of `step` (a payment or a recovery); without one, of a manual deposit. */
  | { kind: 'find_settlement'; step?: Step; look: Look }
  /**
   * `basis`: the evidence that attributed the legs. Absent: no other swap can own them, or no chain
   * shows them.
   */
  | {
      kind: 'settle';
      end: SettledEnd;
      legs: readonly Leg[];
      level: SettlementLevel;
      basis?: AttributionRequest;
      reason?: Reason;
    };

/** How a swap ends whose money was observed to arrive. */
type SettledEnd =
  | { state: 'settled'; fundsState: 'moved' }
  | { state: 'refunded'; fundsState: 'returned' | 'moved' };

export function wait(delay: number, reason?: Reason): Decision {
  return { kind: 'wait', delay: Math.max(0, delay), failed: false, ...(reason ? { reason } : {}) };
}

/** Waits and keeps the slot, so the lane admits no other swap meanwhile. */
export function waitInSlot(delay: number, reason?: Reason): Decision {
  return {
    kind: 'wait',
    delay: Math.max(0, delay),
    failed: false,
    keepsSlot: true,
    ...(reason ? { reason } : {}),
  };
}

export function waitAfterFailure(delay: number, reason: Reason): Decision {
  return { kind: 'wait', delay, reason, failed: true };
}

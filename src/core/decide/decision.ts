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

/** What the effect before this moment told that the journal does not hold. */
export type Observation =
  | { kind: 'none' }
  /** An effect failed; `next` is what its error says to do. */
  | { kind: 'failed'; reason: Reason; next: Next; retryAfter?: number }
  /**
   * `coin` is the native one of the step's chain; `accounts`: the names of those that serve the
   * job's treasury wallet, where it has several.
   */
  | { kind: 'refused'; refusal: LeaseRefusal; coin: Coin; accounts?: readonly string[] }
  /** An approve would revert; `standing` is the allowance that the chain shows now. */
  | { kind: 'approve_reverts'; standing: bigint; reason: Reason }
  | { kind: 'judged'; verdict: 'hold' | 'requote' | 'reject'; reason: Reason }
  | { kind: 'order_closed'; reason: Reason; retryAfter?: number }
  /** The routing service does not make this swap in one call: a quote has to come first. */
  | { kind: 'one_call_refused' }
  /** The service was asked for an order by deposit and says that it made none. */
  | { kind: 'order_refused'; reason: Reason; next: Next; retryAfter?: number }
  /** What is stuck cannot be made dearer, or pays already what the market asks. */
  | { kind: 'not_raised'; reason: Reason }
  | { kind: 'settlement'; finding: SettlementFinding };

/**
 * Where the money of a step may be. `own`: in the step's own transaction. `refund_or_payout`:
 * nobody knows which.
 */
export type Look = 'own' | 'payout' | 'refund' | 'refund_or_payout' | 'other_token';

/** How amounts of a token are shown. */
interface Coin {
  symbol: string;
  decimals: number;
}

/**
 * The next thing to do for a swap. Exactly one effect each; `wait` and `rest` give the swap back.
 */
export type Decision =
  /** Nothing more to do, ever. */
  | { kind: 'rest' }
  /** `keepsSlot`: what it waits for comes soon, and its lane could admit nobody else for it. */
  | { kind: 'wait'; delay: number; reason?: Reason; failed: boolean; keepsSlot?: true }
  /**
   * Wait without a timer until the lane of the wallet's account on the chain has a slot.
   * `isUrgent`: before all that are not.
   */
  | { kind: 'enter_lane'; chain: ChainName; family: Family | 'other'; isUrgent: boolean }
  | { kind: 'transition'; state: SwapState; fundsState: FundsState; reason?: Reason }
  | { kind: 'quote' }
  /** Asks for route and transaction in one call, without a quote. */
  | { kind: 'request_best_swap' }
  /** `neverMade`: its provider has no order for it. */
  | { kind: 'close_order'; reason: Reason; neverMade?: true; retryAfter?: number }
  | { kind: 'request_swap_data'; order: Order }
  | { kind: 'read_allowance'; token: TokenAddress; spender: string }
  /** Lease, build, judge, sign, commit, send. */
  | { kind: 'execute'; step: 'approve' | 'revoke'; token: TokenAddress; spender: string }
  | { kind: 'execute'; step: 'swap' | 'deposit'; order: Order }
  /**
   * Asks the routing service for the transaction that fetches what `payment` left on a bridge, and
   * puts it on its chain.
   */
  | { kind: 'execute'; step: RecoveryKind; order: Order; payment: Step }
  /**
   * Make what is stuck dearer: sign the same again under the same lease at a fee that replaces it,
   * or a child that pays for both.
   */
  | { kind: 'bump'; step: Step }
  /** Sign a transaction that uses up the lease of a step that was not included in time. */
  | { kind: 'cancel'; step: Step }
  /**
   * `otherwise`: those that may still land where nobody takes it, the newest first. Not after
   * `until`, in milliseconds since the epoch, if it is there.
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
  /** By the payment; without one, by the order alone: somebody pays it by hand. */
  | { kind: 'ask_status'; payment?: Step }
  /** Asks the routing service what has become of an order by deposit that nobody here has paid. */
  | { kind: 'ask_order_status'; order: Order }
  /** Lets an order by deposit be signed later than was meant. Milliseconds since the epoch. */
  | { kind: 'renew_order'; order: Order; signBy: number }
  /**
   * Reads and keeps what an included transaction of ours brings to `receiver`, while the node still
   * tells.
   */
  | { kind: 'sight'; step: Step; asset: Asset; receiver: string }
  /**
   * Looks where the money of `step`, a payment or what fetched it, has arrived; without one, that
   * of somebody's payment by hand.
   */
  | { kind: 'find_settlement'; step?: Step; look: Look }
  /**
   * `basis`: what the legs were found by; absent where nobody else can own them, or no chain shows
   * them.
   */
  | {
      kind: 'settle';
      end: SettledEnd;
      legs: readonly Leg[];
      level: SettlementLevel;
      basis?: AttributionRequest;
      reason?: Reason;
    };

/** How a swap ends whose money was seen to arrive. */
type SettledEnd =
  | { state: 'settled'; fundsState: 'moved' }
  | { state: 'refunded'; fundsState: 'returned' | 'moved' };

export function wait(delay: number, reason?: Reason): Decision {
  return { kind: 'wait', delay: Math.max(0, delay), failed: false, ...(reason ? { reason } : {}) };
}

/** A swap that waits so stays before those of its lane that were not admitted yet. */
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

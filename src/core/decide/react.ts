import { formatAmount } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import type { ChainName } from '../swap/chains.ts';
import { deadlineOf } from '../swap/deadline-of.ts';
import type { Job } from '../swap/job.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import { isDepositShown, type Snapshot } from '../swap/swap.ts';
import { enterLane } from './admit-first.ts';
import { reactToRevertingApprove } from './allowance.ts';
import { type Decision, type Observation, wait, waitAfterFailure, waitInSlot } from './decision.ts';
import { endUnpaid } from './end-unpaid.ts';
import { explainReserved } from './explain-reserved.ts';
import { followThroughFailure } from './follow-through-failure.ts';
import { type Policy, retryDelay } from './policy.ts';
import { reactToFinding } from './react-to-finding.ts';
import { contradictsJournal } from './review-causes.ts';
import { isGivenUp, waitForPerson } from './wait-for-person.ts';

/** Answers the last effect's observation. `undefined`: the state alone decides. */
export function react(
  snapshot: Snapshot,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision | undefined {
  switch (observation.kind) {
    case 'none':
    // `decideStep` has handled it.
    case 'not_raised':
    // `decideRequested` uses it for the next request.
    case 'one_call_refused':
      return undefined;
    case 'failed':
      return reactToFailure(snapshot, observation, now, policy);
    case 'refused':
      return reactToRefusal(snapshot, observation, now, policy);
    case 'approve_reverts':
      return reactToRevertingApprove(snapshot, observation, policy);
    case 'judged':
      return reactToVerdict(snapshot, observation, now, policy);
    case 'order_closed': {
      const { reason, retryAfter = 0 } = observation;
      return waitAfterFailure(pauseOf(snapshot, retryAfter, now, policy), reason);
    }
    case 'order_refused':
      return reactToRefusedOrder(snapshot, observation, policy);
    case 'settlement':
      return reactToFinding(snapshot, observation.finding, now, policy);
    default:
      return assertNever(observation, 'observation');
  }
}

function reactToFailure(
  snapshot: Snapshot,
  failure: Extract<Observation, { kind: 'failed' }>,
  now: number,
  policy: Policy,
): Decision {
  const paidAt = followedSince(snapshot);
  if (paidAt !== undefined) return followThroughFailure(snapshot, paidAt, failure, now, policy);
  const { reason, next, retryAfter = 0 } = failure;
  const retryLater = waitAfterFailure(pauseOf(snapshot, retryAfter, now, policy), reason);
  switch (next) {
    case 'retry':
    case 'observe':
    case 'rebuild':
      return retryLater;
    case 'requote':
      return snapshot.order ? { kind: 'close_order', reason } : retryLater;
    case 'stop':
      return endUnpaid(snapshot, 'failed', reason, policy);
    case 'review':
      return {
        kind: 'transition',
        state: 'needs_review',
        fundsState: contradictsJournal(reason) ? 'unknown' : snapshot.swap.fundsState,
        reason,
      };
    default:
      return assertNever(next, 'next');
  }
}

/**
 * A long retry-after, or a wait for room in a cap, must not outlast the deadline. After the deadline
 * the pause applies in full: it was ending the swap that failed.
 */
function pauseOf({ swap }: Snapshot, retryAfter: number, now: number, policy: Policy): number {
  const pause = Math.max(retryAfter, retryDelay(policy, swap));
  const left = deadlineOf(swap) - now;
  return left > 0 ? Math.min(left, pause) : pause;
}

/** Each quote is used for one order request, so a retry takes another quote. */
function reactToRefusedOrder(
  snapshot: Snapshot,
  { reason, next, retryAfter }: Extract<Observation, { kind: 'order_refused' }>,
  policy: Policy,
): Decision {
  if (next === 'stop') return endUnpaid(snapshot, 'failed', reason, policy);
  return {
    kind: 'close_order',
    reason,
    neverMade: true,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

function reactToRefusal(
  snapshot: Snapshot,
  { refusal, coin, accounts = [] }: Extract<Observation, { kind: 'refused' }>,
  now: number,
  policy: Policy,
): Decision {
  const retryLater = retryDelay(policy, snapshot.swap);
  switch (refusal.kind) {
    case 'stopped':
      return wait(policy.settlementPoll, refusal);
    case 'insufficient': {
      const code = refusal.what === 'gas' ? 'INSUFFICIENT_GAS' : 'INSUFFICIENT_BALANCE';
      const { symbol, decimals } = refusal.what === 'gas' ? coin : snapshot.swap.job.from;
      const [held, needed] = [refusal.available, refusal.needed].map((amount) =>
        formatAmount(amount, decimals),
      );
      const short = `the wallet ${snapshot.swap.job.wallet.name} holds ${held} ${symbol} and ${needed} are needed`;
      const howToFund = `Ferryman chose among the accounts ${accounts.join(', ')} at submission, and moves no money between them: fund one of them for the whole amount, or split the job`;
      const message = accounts.length > 1 ? `${short}; ${howToFund}` : short;
      const paidAt = followedSince(snapshot);
      if (paidAt !== undefined) {
        return followThroughFailure(
          snapshot,
          paidAt,
          { kind: 'failed', reason: { code, message }, next: 'retry' },
          now,
          policy,
        );
      }
      return endUnpaid(snapshot, 'failed', { code, message }, policy);
    }
    case 'reserved':
      return waitAfterFailure(retryLater, {
        code: 'BALANCE_RESERVED',
        message: explainReserved(refusal, snapshot.swap.job, coin),
      });
    case 'cap_reached':
      return wait(pauseOf(snapshot, (refusal.until ?? now + policy.capWait) - now, now, policy), {
        code: 'CAP_REACHED',
        message: refusal.message,
      });
    case 'allowance_short':
    case 'approve_in_flight':
    case 'allowance_in_use':
      return waitAfterFailure(retryLater, {
        code: 'APPROVAL_IN_FLIGHT',
        message: 'the allowance is not confirmed yet',
      });
    case 'account_not_compared':
    case 'wallet_busy':
      // The other step is between lease and commit, a matter of milliseconds; or the account is
      // compared before the next lease request.
      return waitInSlot(policy.busyWait);
    case 'wallet_occupied':
      // The lane admits the swap again once the lease is proven.
      return enterLane(chainOfLane(snapshot.swap.job, refusal.chain), true);
    case 'external_nonce':
      return nowFrozen(
        snapshot,
        `the chain's nonce is ${refusal.chainNonce}, but Ferryman did not sign nonce ${refusal.expected}: another program uses the key`,
      );
    case 'external_use':
      return nowFrozen(snapshot, refusal.message);
    case 'lost_attempt':
      return waitForPerson(
        snapshot,
        followedSince(snapshot) === undefined ? 'unknown' : 'in_flight',
        policy.retryMax,
        {
          code: 'JOURNAL_WENT_BACK',
          message: `transaction ${refusal.txId} on ${refusal.chain} was signed for the same step, and the journal has lost it; check on the chain whether it landed, then resolve the swap`,
        },
      );
    default:
      return assertNever(refusal, 'lease refusal');
  }
}

/** A claim waits in the lane of its destination chain. */
function chainOfLane({ from, to }: Job, chain: ChainName): Job['to'] {
  return chain === from.chain ? from : to;
}

/** The lease request showed use of the key by another program: the wallet is frozen. */
function nowFrozen({ swap }: Snapshot, message: string): Decision {
  const reason = { code: 'WALLET_FROZEN', message };
  return { kind: 'transition', state: 'needs_review', fundsState: swap.fundsState, reason };
}

function reactToVerdict(
  snapshot: Snapshot,
  judged: Extract<Observation, { kind: 'judged' }>,
  now: number,
  policy: Policy,
): Decision {
  const { verdict, reason } = judged;
  const { fundsState } = snapshot.swap;
  const since = followedSince(snapshot);
  if (since !== undefined) {
    if (verdict === 'requote') return followThroughFailure(snapshot, since, judged, now, policy);
    const { held = [] } = judged;
    return verdict === 'hold' && held.length > 0 && !isGivenUp(snapshot.swap)
      ? { kind: 'hold', state: 'needs_review', fundsState, reason, items: held }
      : waitForPerson(snapshot, fundsState, policy.statusPoll, reason);
  }
  switch (verdict) {
    case 'requote':
      // Fees fall again, and another deposit order would leave this one behind at its provider.
      return snapshot.order?.deposit && reason.code === 'FEE_TOO_HIGH'
        ? waitAfterFailure(retryDelay(policy, snapshot.swap), reason)
        : { kind: 'close_order', reason };
    case 'hold':
      return {
        kind: 'hold',
        state: 'awaiting_approval',
        fundsState,
        reason,
        items: judged.held ?? [],
      };
    case 'reject':
      return endUnpaid(snapshot, 'failed', reason, policy);
    default:
      return assertNever(verdict, 'verdict');
  }
}

/**
 * Since when a payment that may move money is followed: since its signature, or since the routing
 * service asked for a transaction to fetch what it left on a bridge. `undefined`: there is none.
 */
function followedSince(snapshot: Snapshot): number | undefined {
  const outcome = paymentOutcome(snapshot);
  // A person who was shown the deposit target may have paid.
  if (isDepositShown(snapshot)) return snapshot.order?.requestedAt ?? snapshot.swap.createdAt;
  if (outcome.kind !== 'landed' && outcome.kind !== 'may_land') return undefined;
  const { routerStatus } = snapshot.swap;
  const isAsked = routerStatus?.status === 'REVERT' || routerStatus?.status === 'READY_TO_CLAIM';
  return isAsked ? routerStatus.since : outcome.payment.lease?.attempts[0]?.signedAt;
}

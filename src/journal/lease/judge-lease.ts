import { formatsOf } from '../../core/swap/chains.ts';
import type { LeaseId, StepId, SwapId } from '../../core/swap/ids.ts';
import { sameAccount } from '../../core/swap/same-account.ts';
import type { LeaseTerms } from '../../core/swap/swap.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import { stopFromRow } from '../rows/stop-row.ts';
import { broken, stale } from '../writes/lock-swap.ts';
import { findCapReached } from './cap-use.ts';
import { judgeSettingRow, type Setting } from './judge-allowance.ts';
import { findShortage } from './judge-funds.ts';
import { chooseTerms } from './judge-terms.ts';
import { findNearlyUsed, type NearlyUsed } from './nearly-used.ts';
import type { Hold, LeaseFacts } from './read-lease.ts';
import { type Refused, refused } from './refuse.ts';

/** What may be written for a granted lease. */
export interface Grant {
  /** Of the wallet. */
  /** The open step to use again. Absent: a new step is created. */
  openStep: StepId | undefined;
  generation: number;
  terms: LeaseTerms;
  allowanceValue?: bigint;
  /** The caps that are nearly used with this payment. */
  nearlyUsed: readonly NearlyUsed[];
}

export type LeaseVerdict =
  | Refused
  /** The hold on the account has expired. The caller voids it first, and judges again. */
  | { kind: 'expired_hold'; hold: ExpiredHold }
  | { kind: 'granted'; grant: Grant };

export interface ExpiredHold {
  leaseId: LeaseId;
  nonce: bigint | undefined;
  swaps: readonly SwapId[];
}

/**
 * Judges a lease request by the journal's facts, read under the locks. An account has one held
 * lease at a time, so nonces are leased without gaps: a voided lease leaves its nonce to the next
 * one. Writes nothing. Throws `JOURNAL_STALE` and `JOURNAL_BROKEN_INVARIANT`.
 * @param locked the locked swaps; an expired hold of other swaps cannot be voided
 */
export function judgeLease(
  request: LeaseRequest,
  found: LeaseFacts | undefined,
  locked: ReadonlySet<SwapId>,
): LeaseVerdict {
  const facts = requireSubject(request, found);
  if (request.need && request.sets)
    throw broken('one_allowance_of_lease', 'a step cannot both need an allowance and set one');
  if (facts.stop) return refused({ kind: 'stopped', ...stopFromRow(facts.stop) });
  if (!facts.isCompared) return refused({ kind: 'account_not_compared' });

  const hold = expiredHold(facts.holds, locked);
  if (hold) return { kind: 'expired_hold', hold };
  if (facts.isLeased) {
    // An included approve keeps its lease until it is proven. Until then the swap gets no other.
    if (request.sets) return refused({ kind: 'approve_in_flight' });
    throw stale(request.swapId, `its ${request.kind} step has a lease already`);
  }
  if (facts.holds.length > 0) return refused({ kind: 'wallet_busy' });
  if (facts.isOccupied) return refused({ kind: 'wallet_occupied', chain: request.chain });
  if (facts.lost) return refused({ kind: 'lost_attempt', ...facts.lost });

  const chosen = chooseTerms(request, facts);
  if ('refusal' in chosen) return chosen;
  const shortage = findShortage(request, facts) ?? findCapReached(request, facts.caps);
  if (shortage) return refused(shortage);
  const setting: Setting | undefined = facts.set && judgeSettingRow(request, facts.set);
  if (setting && 'refusal' in setting) return setting;
  const { stepId, generation } = facts;
  const allowance = setting ? { allowanceValue: setting.value } : {};
  return {
    kind: 'granted',
    grant: {
      ...{ openStep: stepId ?? undefined, generation, terms: chosen.terms, ...allowance },
      nearlyUsed: findNearlyUsed(request.caps, facts.caps),
    },
  };
}

/**
 * The same for a swap that joins a lease of TON.
 * @param seqno of the lease; undefined if this holder does not hold it any more
 */
export function judgeJoin(
  request: LeaseRequest,
  found: LeaseFacts | undefined,
  seqno: bigint | undefined,
): Refused | { kind: 'granted'; grant: Grant } {
  const facts = requireSubject(request, found);
  if (!formatsOf(facts.family).sharesTransactions || request.need || request.sets) {
    throw broken('join_on_ton', 'only payments of a TON wallet share a lease');
  }
  if (facts.stop) return refused({ kind: 'stopped', ...stopFromRow(facts.stop) });
  if (facts.isLeased) throw stale(request.swapId, `its ${request.kind} step has a lease already`);
  if (seqno === undefined) return refused({ kind: 'wallet_busy' });
  if (facts.lost) return refused({ kind: 'lost_attempt', ...facts.lost });
  const shortage = findShortage(request, facts) ?? findCapReached(request, facts.caps);
  if (shortage) return refused(shortage);
  const { stepId, generation } = facts;
  return {
    kind: 'granted',
    grant: {
      ...{ openStep: stepId ?? undefined, generation, terms: { kind: 'seqno', seqno } },
      nearlyUsed: findNearlyUsed(request.caps, facts.caps),
    },
  };
}

/** The wallet must have the account, and the order must be the swap's open one. */
function requireSubject(request: LeaseRequest, facts: LeaseFacts | undefined): LeaseFacts {
  const { account, walletId, swapId, orderId } = request;
  if (!facts || !sameAccount(facts.family, facts.address, account)) {
    throw broken('account_of_wallet', `${account} is not the account of wallet ${walletId}`);
  }
  if (orderId !== undefined && facts.provider === null)
    throw stale(swapId, 'the order is not open');
  return facts;
}

/**
 * An account has one hold, which may serve several swaps. A hold that expired only after the swaps
 * were locked still counts as held.
 */
function expiredHold(
  [hold, ...others]: readonly Hold[],
  locked: ReadonlySet<SwapId>,
): ExpiredHold | undefined {
  if (!hold?.isExpired) return undefined;
  const swaps = [hold, ...others].flatMap(({ swapId }) =>
    swapId && locked.has(swapId) ? [swapId] : [],
  );
  if (swaps.length <= others.length) return undefined;
  return {
    leaseId: hold.leaseId,
    nonce: hold.nonce === null ? undefined : BigInt(hold.nonce),
    swaps,
  };
}

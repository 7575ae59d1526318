import { assertNever } from '../../src/core/assert-never.ts';
import { cancelled } from '../../src/core/decide/decide-cancel.ts';
import { judgeCancel } from '../../src/core/operator/judge-cancel.ts';
import { judgeResolve } from '../../src/core/operator/judge-resolve.ts';
import { judgeRetry } from '../../src/core/operator/judge-retry.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { Versioned } from '../../src/ports/stores/versioned.ts';
import { changeSwap } from './change-swap.ts';
import { voidHeld } from './journal-leases.ts';
import {
  invalidRequest,
  type JournalState,
  type ModelJournal,
  recordAt,
  recordOf,
  snapshot,
  withRecord,
} from './journal-state.ts';
import { closedOrder, endSwap } from './journal-swaps.ts';

/* What people ask for: `cancel.ts`, `retry.ts` (but for the retry that is another swap), `resolve.ts` and `unfreeze-wallet.ts` of `src/journal/operations`. */

export function cancel(journal: ModelJournal, id: SwapId): 'cancelled' | 'requested' | 'refused' {
  const verdict = judgeCancel(snapshot(journal.state, id));
  switch (verdict.kind) {
    case 'cancelled':
    case 'refused':
      return verdict.kind;
    case 'request':
      journal.state = request(journal, id);
      return 'requested';
    case 'end': {
      const ended = endSwap(journal, request(journal, id), id);
      const change = {
        state: 'cancelled',
        fundsState: 'untouched',
        reason: cancelled,
        progress: true,
      } as const;
      journal.state = withRecord(ended, changeSwap(recordOf(ended, id), change, journal.clock.now));
      return 'cancelled';
    }
    default:
      return assertNever(verdict, 'cancel verdict');
  }
}

/** Back to the start with the same swap; failures are counted from zero, generations are not. */
export function retry(
  journal: ModelJournal,
  id: SwapId,
  policy: { maxGenerations: number },
): 'retried' | 'refused' | 'new_swap' {
  const verdict = judgeRetry(snapshot(journal.state, id), policy);
  switch (verdict.kind) {
    case 'refused':
    case 'new_swap':
      return verdict.kind;
    case 'new_order': {
      const state = voidHeldOf(journal.state, id);
      const change = {
        state: 'requested',
        fundsState: 'untouched',
        reason: null,
        progress: true,
      } as const;
      const reopened = changeSwap(closedOrder(recordOf(state, id)), change, journal.clock.now);
      journal.state = withRecord(state, reopened);
      return 'retried';
    }
    default:
      return assertNever(verdict, 'retry verdict');
  }
}

/** `resolve.ts`, as unpaid: what is signed stays so, and is followed to its proof. */
export function resolve(journal: ModelJournal, at: Versioned): 'resolved' | 'refused' {
  const { reason: before } = recordAt(journal.state, at).swap;
  const verdict = judgeResolve(snapshot(journal.state, at.swapId), 'unpaid');
  if (verdict.kind === 'refused') return 'refused';
  const ended = endSwap(journal, journal.state, at.swapId, { leavesSigned: true });
  const record = recordOf(ended, at.swapId);
  const { endedAs: _, ...swap } = record.swap;
  const was = before ? `; before that: ${before.code}: ${before.message}` : '';
  const reason = {
    code: 'RESOLVED_BY_PERSON',
    message: `test has resolved it as unpaid: test${was}`,
  };
  const change = { ...verdict.end, reason, progress: true };
  const changed = changeSwap(
    { ...record, attributedTo: undefined, swap },
    change,
    journal.clock.now,
  );
  journal.state = withRecord(ended, changed);
  return 'resolved';
}

/** Kept from the first time on. */
function request({ state, clock }: ModelJournal, id: SwapId): JournalState {
  if (recordOf(state, id).swap.cancelRequestedAt !== undefined) return state;
  const given = voidHeldOf(state, id);
  const record = recordOf(given, id);
  const asked = { ...record, swap: { ...record.swap, cancelRequestedAt: clock.now } };
  return withRecord(given, changeSwap(asked, {}, clock.now));
}

function voidHeldOf(before: JournalState, id: SwapId): JournalState {
  let state = before;
  for (const { lease } of recordOf(before, id).steps) {
    if (lease?.state === 'held') state = voidHeld(state, lease.id);
  }
  return state;
}

/** From here on only what comes after the chain's nonce has to be the journal's. */
export function unfreezeWallet(journal: ModelJournal, chainNonce: bigint): void {
  const { state } = journal;
  if (!state.frozen) throw invalidRequest;
  const { nextNonce, accountedNonce: accounted } = state;
  journal.state = {
    ...state,
    frozen: undefined,
    nextNonce: nextNonce !== undefined && nextNonce < chainNonce ? chainNonce : nextNonce,
    accountedNonce: accounted !== undefined && accounted < chainNonce ? chainNonce : accounted,
  };
}

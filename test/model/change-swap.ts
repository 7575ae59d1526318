import {
  type FundsState,
  isEnd,
  type Reason,
  type Swap,
  type SwapState,
  wantsPerson,
} from '../../src/core/swap/swap.ts';
import { broken, isLeased, type SwapRecord } from './journal-state.ts';

interface SwapChange {
  state?: SwapState;
  fundsState?: FundsState;
  /** `null` takes the reason away; absent leaves it, unless there is progress. */
  reason?: Reason | null;
  progress?: boolean;
  /** Neither the version nor the timer moves. */
  quiet?: boolean;
}

/**
 * `writes/change-swap.ts`: one version up, due now; why it waits for a person it says until it no
 * longer does, and why it ended for good.
 */
export function changeSwap(record: SwapRecord, change: SwapChange, now: number): SwapRecord {
  const { swap: before } = record;
  // Constraint `swaps_ended_as`.
  if (before.endedAs !== undefined && change.state !== undefined && change.state !== 'needs_review')
    throw broken;
  const isTouched = change.reason !== undefined || change.progress === true;
  const keepsReason = before.state === 'needs_review' || isEnd(before.state);
  const isStored = keepsReason && change.state === undefined && !change.reason;
  const changed = {
    version: before.version + (change.quiet ? 0 : 1),
    state: change.state ?? before.state,
    fundsState: change.fundsState ?? before.fundsState,
    consecutiveFailures: change.progress ? 0 : before.consecutiveFailures,
  };
  const leaves = change.state !== undefined && (isEnd(change.state) || wantsPerson(change.state));
  // A slot is kept while a transaction is on its way, a turn in the line is not.
  const isKeptPlace = !leaves || (record.place === 'slot' && record.steps.some(isLeased));
  const place = isKeptPlace ? record.place : 'none';
  const swap = isTouched && !isStored ? withReason(before, change.reason ?? undefined) : before;
  return {
    ...record,
    place,
    dueAt: change.quiet ? record.dueAt : now,
    swap: { ...swap, ...changed },
  };
}

function withReason(swap: Swap, reason: Reason | undefined): Swap {
  if (reason) return { ...swap, reason };
  if (!swap.reason) return swap;
  const { reason: _, ...rest } = swap;
  return rest;
}

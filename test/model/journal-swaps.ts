import type { OrderId, ProofId, SwapId } from '../../src/core/swap/ids.ts';
import {
  hasEnded,
  isEnd,
  isPayment,
  type Order,
  type Reason,
  type SwapState,
} from '../../src/core/swap/swap.ts';
import type { Settlement } from '../../src/ports/stores/attribution-store.ts';
import type { WaitRequest } from '../../src/ports/stores/schedule-store.ts';
import type { Transition } from '../../src/ports/stores/swap-store.ts';
import type { Versioned } from '../../src/ports/stores/versioned.ts';
import { changeSwap } from './change-swap.ts';
import { voidHeld } from './journal-leases.ts';
import {
  assertNotEnded,
  broken,
  isLeased,
  type JournalState,
  type ModelJournal,
  newId,
  openOrder,
  recordAt,
  recordOf,
  type SwapRecord,
  stale,
  withRecord,
  withStep,
} from './journal-state.ts';

/* The rules of `src/journal/operations` and `writes` about swaps, claims and orders, said again for the model. */

export function claim(journal: ModelJournal, id: SwapId, claimant: string, ttl: number): boolean {
  const record = recordOf(journal.state, id);
  const { now } = journal.clock;
  const isFree =
    record.attributedTo === undefined ||
    record.attributedTo === claimant ||
    record.claimedUntil <= now;
  if (!hasTimer(record) || !isFree) return false;
  journal.state = withRecord(journal.state, {
    ...record,
    attributedTo: claimant,
    claimedUntil: now + ttl,
  });
  return true;
}

/**
 * One that waits in the lane has none, nor one that has ended, unless a person has ended it while
 * something of it was signed.
 */
export function hasTimer({ swap, steps, place }: SwapRecord): boolean {
  if (place === 'waiting') return false;
  return (
    !hasEnded(swap) ||
    steps.some(({ outcome, lease }) => outcome === 'open' && lease?.state === 'signed')
  );
}

export function release(journal: ModelJournal, id: SwapId, claimant: string, delay: number): void {
  const record = recordOf(journal.state, id);
  if (record.attributedTo !== claimant) return;
  journal.state = withRecord(journal.state, {
    ...record,
    attributedTo: undefined,
    dueAt: journal.clock.now + delay,
  });
}

/** A slot that is held in these states is for what is not signed yet. */
const signsNext: readonly SwapState[] = [
  'requested',
  'quoted',
  'refunding',
  'claiming',
  'needs_review',
];

export function wait(
  journal: ModelJournal,
  { holder, delay, failed, reason, keepsSlot = false, ...at }: WaitRequest,
): void {
  const { state, clock } = journal;
  let record = recordAt(state, at);
  const isOther = reason !== undefined && reason.code !== record.swap.reason?.code;
  const isStored =
    isOther && record.swap.state === 'needs_review' && record.swap.reason !== undefined;
  const told = isStored ? undefined : reason;
  if (told && isOther) record = changeSwap(record, { reason: told, quiet: true }, clock.now);
  const { swap } = record;
  const returns =
    signsNext.includes(swap.state) &&
    !keepsSlot &&
    record.place === 'slot' &&
    !record.steps.some(isLeased);
  const isOurs = record.attributedTo === undefined || record.attributedTo === holder;
  journal.state = withRecord(state, {
    ...record,
    ...(returns ? { place: 'none' as const } : {}),
    ...(isOurs ? { attributedTo: undefined, dueAt: clock.now + delay } : {}),
    swap: {
      ...swap,
      ...(told && swap.reason ? { reason: { ...swap.reason, message: told.message } } : {}),
      consecutiveFailures: swap.consecutiveFailures + (failed ? 1 : 0),
    },
  });
}

export function transition(
  journal: ModelJournal,
  { state: to, fundsState, reason, ...at }: Transition,
): void {
  let { state } = journal;
  recordAt(state, at);
  if (
    isEnd(to) &&
    state.losses.some(({ swapId, kind }) => swapId === at.swapId && kind !== 'cancel')
  )
    throw stale;
  if (isEnd(to)) state = endSwap(journal, state, at.swapId);
  else assertNotEnded(recordOf(state, at.swapId));
  const change = { state: to, fundsState, reason: reason ?? null, progress: true };
  journal.state = withRecord(
    state,
    changeSwap(recordOf(state, at.swapId), change, journal.clock.now),
  );
}

/** The order's id is the journal's to choose; everything else of it is the request's. */
export function recordQuote(
  journal: ModelJournal,
  at: Versioned,
  order: Omit<Order, 'id' | 'open'>,
): OrderId {
  const id = newId<OrderId>(journal, 'order');
  open(journal, at, { ...order, id });
  return id;
}

/** Complete, and with its own id in the place of a quote's. */
export function recordBestSwap(journal: ModelJournal, at: Versioned, order: BestSwap): OrderId {
  const id = newId<OrderId>(journal, 'order');
  open(journal, at, { ...order, id, quoteId: id });
  return id;
}

type BestSwap = Omit<Order, 'id' | 'quoteId' | 'open'> &
  SwapData &
  Required<Pick<Order, 'requestedAt'>>;

function open(journal: ModelJournal, at: Versioned, order: Omit<Order, 'open'>): void {
  const record = closedOrder(beforePayment(journal.state, at));
  const opened = { ...record, orders: [...record.orders, { ...order, open: true }] };
  journal.state = withRecord(
    journal.state,
    changeSwap(opened, { state: 'quoted' }, journal.clock.now),
  );
}

/** Returns the swap's new version. */
export function markRequested(
  journal: ModelJournal,
  { orderId, ...at }: Versioned & { orderId: OrderId },
): number {
  const { now } = journal.clock;
  const record = withOrder(recordAt(journal.state, at), orderId, { requestedAt: now });
  const changed = changeSwap(record, {}, now);
  journal.state = withRecord(journal.state, changed);
  return changed.swap.version;
}

export type SwapData = Required<Pick<Order, 'transaction' | 'signBy' | 'goodUntil'>>;

export function recordSwapData(
  journal: ModelJournal,
  at: Versioned & { orderId: OrderId },
  data: SwapData,
): void {
  const record = withOrder(beforePayment(journal.state, at), at.orderId, data);
  journal.state = withRecord(journal.state, changeSwap(record, {}, journal.clock.now));
}

export function closeOrder(
  journal: ModelJournal,
  { reason, ...at }: Versioned & { reason: Reason },
): void {
  const record = closedOrder(beforePayment(journal.state, at));
  journal.state = withRecord(
    journal.state,
    changeSwap(record, { state: 'requested', fundsState: 'untouched', reason }, journal.clock.now),
  );
}

export function settle(
  journal: ModelJournal,
  {
    state: to,
    fundsState,
    legs,
    holder,
    ...at
  }: Pick<Settlement, 'swapId' | 'version' | 'state' | 'fundsState' | 'legs' | 'holder'>,
): void {
  const before = recordAt(journal.state, at);
  if (
    !hasTimer(before) ||
    before.attributedTo !== holder ||
    before.claimedUntil <= journal.clock.now
  )
    throw stale;
  const state = endSwap(journal, journal.state, at.swapId);
  const ended = changeSwap(
    recordOf(state, at.swapId),
    { state: to, fundsState, progress: true },
    journal.clock.now,
  );
  journal.state = withRecord(state, {
    ...ended,
    swap: { ...ended.swap, legs: [...ended.swap.legs, ...legs] },
  });
}

/**
 * `writes/end-swap.ts`: no step stays open, no order. A step that was never signed dies by that
 * very fact.
 */
export function endSwap(
  journal: ModelJournal,
  before: JournalState,
  id: SwapId,
  { leavesSigned = false }: { leavesSigned?: boolean } = {},
): JournalState {
  const open = recordOf(before, id).steps.filter(({ outcome }) => outcome === 'open');
  if (!leavesSigned && open.some(({ lease }) => lease?.state === 'signed')) throw broken;
  let state = before;
  for (const step of open) {
    if (step.lease?.state === 'signed') continue;
    if (step.lease?.state === 'held') state = voidHeld(state, step.lease.id);
    const record = recordOf(state, id);
    const { lease } = record.steps.find((one) => one.id === step.id)!;
    const proofId = newId<ProofId>(journal, 'never-signed');
    state = withRecord(
      state,
      withStep(record, { ...step, outcome: 'dead', proofId, ...(lease ? { lease } : {}) }),
    );
  }
  return withRecord(state, closedOrder(recordOf(state, id)));
}

function beforePayment(state: JournalState, at: Versioned): SwapRecord {
  const record = recordAt(state, at);
  assertNotEnded(record);
  const living = record.steps.some(
    (step) => isPayment(step.kind) && (step.outcome === 'landed' || isLeased(step)),
  );
  if (living) throw broken;
  return record;
}

export function closedOrder(record: SwapRecord): SwapRecord {
  return {
    ...record,
    orders: record.orders.map((order) => (order.open ? { ...order, open: false } : order)),
  };
}

function withOrder(record: SwapRecord, id: OrderId, change: Partial<Order>): SwapRecord {
  if (openOrder(record)?.id !== id) throw stale;
  const orders = record.orders.map((order) => (order.id === id ? { ...order, ...change } : order));
  return { ...record, orders };
}

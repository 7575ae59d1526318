import type { LeaseId, SwapId } from '../../src/core/swap/ids.ts';
import {
  type AttemptKind,
  hasEnded,
  type Lease,
  type Order,
  type Reason,
  type Snapshot,
  type Step,
  type Swap,
} from '../../src/core/swap/swap.ts';
import type { ChainObservation } from '../../src/ports/chain-observation.ts';

/*
 * The journal of one wallet on one chain as a value that never changes: an operation makes the next
 * value or throws, so that a transaction is rolled back by not storing it, a snapshot costs
 * nothing, and a backup is a reference.
 */

export interface JournalState {
  readonly swaps: readonly SwapRecord[];
  /** Of the wallet's lane. */
  readonly slots: number;
  /** `undefined` until the first lease. */
  readonly nextNonce: bigint | undefined;
  readonly finalNonce: bigint | undefined;
  /** The final block at which it was read. */
  readonly finalNonceBlock: bigint | undefined;
  /**
   * From here on every nonce that the chain has used must be the journal's; `undefined` until the
   * first lease.
   */
  readonly accountedNonce: bigint | undefined;
  /** What was signed in a history that the journal has lost. */
  readonly losses: readonly Loss[];
  /** How many of them a person has answered for. */
  readonly adopted: number;
  /** Leases given back, whose nonces may be handed out again. */
  readonly voided: readonly Pick<LeaseRecord, 'id' | 'nonce'>[];
  readonly observations: bigint;
  /** Of the last of them. */
  readonly head: ChainObservation['head'] | undefined;
  /** The number that was given to a commit last, and to each attempt. */
  readonly committed: number;
  readonly sequences: Readonly<Record<string, number>>;
  readonly frozen: Stop | undefined;
  readonly stopped: Stop | undefined;
}

/** Why nothing new is signed. */
export interface Stop extends Reason {
  code: 'SIGNING_STOPPED' | 'WALLET_FROZEN' | 'JOURNAL_WENT_BACK';
}

export interface Loss {
  swapId: SwapId;
  nonce: bigint;
  kind: AttemptKind;
  txId: string;
}

export interface SwapRecord {
  readonly swap: Swap;
  /** Newest last; only the newest may be open. */
  readonly orders: readonly Order[];
  readonly steps: StepRecord[];
  readonly dueAt: number;
  readonly attributedTo: string | undefined;
  readonly claimedUntil: number;
  /** In the wallet's lane: a swap that waits there has no timer. */
  readonly place: 'none' | 'waiting' | 'slot';
  readonly isUrgent: boolean;
}

/** With its living lease, or with its last one. */
export interface StepRecord extends Step {
  readonly lease?: LeaseRecord;
}

export interface LeaseRecord extends Lease {
  /** As its terms have it: the model's chain has nonces. */
  nonce: bigint;
  readonly holder: string;
}

/**
 * The journal as a process sees it: one value at a time, and a clock that only the history moves.
 */
export interface ModelJournal {
  state: JournalState;
  readonly clock: { now: number };
  /** Ids are never used twice, not even after a restore. */
  nextId: number;
}

type JournalErrorCode =
  | 'JOURNAL_STALE'
  | 'JOURNAL_BROKEN_INVARIANT'
  | 'JOURNAL_UNAVAILABLE'
  | 'JOURNAL_WENT_BACK'
  | 'NOT_FOUND'
  | 'INVALID_REQUEST';

/** Made once each: a hundred thousand histories throw a lot. */
export class JournalError extends Error {
  readonly code: JournalErrorCode;
  constructor(code: JournalErrorCode) {
    super(code);
    this.code = code;
  }
}

export const stale = new JournalError('JOURNAL_STALE');
export const broken = new JournalError('JOURNAL_BROKEN_INVARIANT');
export const notFound = new JournalError('NOT_FOUND');
export const invalidRequest = new JournalError('INVALID_REQUEST');
export const wentBack = new JournalError('JOURNAL_WENT_BACK');
export const unavailable = new JournalError('JOURNAL_UNAVAILABLE');

export function newJournal(
  swaps: readonly Swap[],
  clock: { now: number },
  place: SwapRecord['place'] = 'none',
): ModelJournal {
  const records = swaps.map((swap) => ({
    swap,
    orders: [],
    steps: [],
    dueAt: clock.now,
    attributedTo: undefined,
    claimedUntil: 0,
    place,
    isUrgent: false,
  }));
  const state: JournalState = {
    swaps: records,
    slots: 1,
    nextNonce: undefined,
    finalNonce: undefined,
    finalNonceBlock: undefined,
    accountedNonce: undefined,
    losses: [],
    adopted: 0,
    voided: [],
    observations: 0n,
    head: undefined,
    committed: 0,
    sequences: {},
    frozen: undefined,
    stopped: undefined,
  };
  return { state, clock, nextId: 1 };
}

export function newId<Id extends string>(journal: ModelJournal, kind: string): Id {
  return `${kind}-${journal.nextId++}` as Id;
}

/** Few swaps: looking at each is faster than any table. */
function indexOf({ swaps }: JournalState, id: SwapId): number {
  for (let index = 0; index < swaps.length; index++) if (swaps[index]?.swap.id === id) return index;
  return -1;
}

export function recordOf(state: JournalState, id: SwapId): SwapRecord {
  const found = state.swaps[indexOf(state, id)];
  if (!found) throw notFound;
  return found;
}

export function recordAt(
  state: JournalState,
  { swapId, version }: { swapId: SwapId; version: number },
): SwapRecord {
  const found = recordOf(state, swapId);
  if (found.swap.version !== version) throw stale;
  return found;
}

export function assertNotEnded({ swap }: SwapRecord): void {
  if (hasEnded(swap)) throw broken;
}

export function withRecord(state: JournalState, record: SwapRecord): JournalState {
  const swaps = state.swaps.slice();
  swaps[indexOf(state, record.swap.id)] = record;
  return { ...state, swaps };
}

export function withStep(record: SwapRecord, step: StepRecord): SwapRecord {
  const known = record.steps.some(({ id }) => id === step.id);
  const steps = known
    ? record.steps.map((one) => (one.id === step.id ? step : one))
    : [...record.steps, step];
  return { ...record, steps };
}

export function openOrder({ orders }: SwapRecord): Order | undefined {
  const newest = orders.at(-1);
  return newest?.open ? newest : undefined;
}

export function isLeased({ lease }: StepRecord): boolean {
  return lease?.state === 'held' || lease?.state === 'signed';
}

/**
 * A frozen wallet comes first, because releasing a switch would not release it; what is lost stops
 * everything until a person has looked.
 */
export function stopOf(state: JournalState): Stop | undefined {
  return state.frozen ?? (hasOpenLosses(state) ? forgotten : state.stopped);
}

export function hasOpenLosses({ losses, adopted }: JournalState): boolean {
  return losses.length > adopted;
}

const forgotten: Stop = {
  code: 'JOURNAL_WENT_BACK',
  message: 'the journal has forgotten what was signed',
};

interface Found {
  record: SwapRecord;
  step: StepRecord;
  lease: LeaseRecord;
}

/** The newest lease of a step, by its id. */
export function findLease(state: JournalState, id: LeaseId): Found | undefined {
  for (const record of state.swaps) {
    for (const step of record.steps)
      if (step.lease?.id === id) return { record, step, lease: step.lease };
  }
  return undefined;
}

/**
 * Everything that `decide` may know of a swap, as `src/journal/operations/snapshot.ts` reads it.
 */
export function snapshot(state: JournalState, id: SwapId): Snapshot {
  const record = recordOf(state, id);
  const { swap, steps } = record;
  const lost = state.losses.findLast(({ swapId, kind }) => swapId === id && kind !== 'cancel');
  const order = openOrder(record);
  const stopped = stopOf(state);
  return {
    swap,
    steps: steps.map((step) => withHoldUp(state, step)),
    ...(order ? { order } : {}),
    ...(record.place === 'slot' ? { hasSlot: true as const } : {}),
    ...(stopped ? { stopped } : {}),
    ...(lost ? { lost: { chain: swap.job.from.chain, txId: lost.txId } } : {}),
  };
}

/** A signed lease cannot be included before the lowest nonce of the account that is not. */
function withHoldUp(state: JournalState, step: StepRecord): StepRecord {
  const { lease } = step;
  if (lease?.state !== 'signed') return step;
  let heldUpBy: bigint | undefined;
  for (const { steps } of state.swaps) {
    for (const other of steps) {
      if (
        !other.lease ||
        !isLeased(other) ||
        isIncluded(other.lease) ||
        other.lease.nonce >= lease.nonce
      )
        continue;
      if (heldUpBy === undefined || other.lease.nonce < heldUpBy) heldUpBy = other.lease.nonce;
    }
  }
  return heldUpBy === undefined ? step : { ...step, lease: { ...lease, heldUpBy } };
}

function isIncluded({ attempts }: LeaseRecord): boolean {
  return attempts.some(({ inclusion: { status } }) => status === 'included' || status === 'final');
}

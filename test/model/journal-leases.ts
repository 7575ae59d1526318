import type { LeaseRefusal } from '../../src/core/decide/lease-refusal.ts';
import type { AttemptId, LeaseId, OrderId, StepId, SwapId } from '../../src/core/swap/ids.ts';
import {
  type Attempt,
  type AttemptKind,
  hasEnded,
  isLiving,
  isPayment,
  isRecovery,
  type Reason,
  type StepKind,
} from '../../src/core/swap/swap.ts';
import type { Fee } from '../../src/core/swap/transaction-object.ts';
import type { CommitResult } from '../../src/ports/stores/signing-records.ts';
import { changeSwap } from './change-swap.ts';
import {
  assertNotEnded,
  broken,
  findLease,
  isLeased,
  type JournalState,
  type LeaseRecord,
  type ModelJournal,
  newId,
  notFound,
  openOrder,
  recordAt,
  recordOf,
  type StepRecord,
  type Stop,
  type SwapRecord,
  snapshot,
  stale,
  stopOf,
  wentBack,
  withRecord,
  withStep,
} from './journal-state.ts';

/* The rules of `src/journal/lease`, `operations/lease.ts`, `commit.ts` and `void-lease.ts`, said again for the model. No balances. */

export interface ModelLeaseRequest {
  swapId: SwapId;
  version: number;
  kind: StepKind;
  orderId?: OrderId;
  chainNonce: bigint;
  holder: string;
  hold: number;
}

export type ModelLeaseResult =
  | { kind: 'leased'; leaseId: LeaseId; stepId: StepId; nonce: bigint }
  | { kind: 'refused'; refusal: LeaseRefusal };

export function lease(journal: ModelJournal, request: ModelLeaseRequest): ModelLeaseResult {
  const { chainNonce } = request;
  const { now } = journal.clock;
  let { state } = journal;
  const before = recordAt(state, request);
  assertNotEnded(before);
  if (request.orderId !== undefined && openOrder(before)?.id !== request.orderId) throw stale;
  const stop = stopOf(state);
  if (stop) return { kind: 'refused', refusal: { kind: 'stopped', ...stop } };

  const held = findHeld(state);
  if (held && held.lease.heldUntil <= now) {
    state = voidHeld(state, held.lease.id);
    state = withRecord(state, changeSwap(recordOf(state, held.record.swap.id), {}, now));
  }
  const record = recordOf(state, request.swapId);
  const openStep = record.steps.find(
    ({ kind, outcome }) => kind === request.kind && outcome === 'open',
  );
  if (openStep && isLeased(openStep)) throw stale;
  if (held && held.lease.heldUntil > now)
    return { kind: 'refused', refusal: { kind: 'wallet_busy' } };

  const { lost } = snapshot(state, request.swapId);
  if (lost) return { kind: 'refused', refusal: { kind: 'lost_attempt', ...lost } };
  const foreign = findExternalNonce(state, chainNonce);
  if (foreign !== undefined) {
    journal.state = frozenFor(state, foreign);
    return { kind: 'refused', refusal: { kind: 'external_nonce', chainNonce, expected: foreign } };
  }
  const nonce = chooseNonce(state, chainNonce);
  // Constraints P1, and one living lease for each nonce.
  if (
    !openStep &&
    isPayment(request.kind) &&
    record.steps.some((step) => isPayment(step.kind) && isLiving(step))
  ) {
    throw broken;
  }
  if (isNonceTaken(state, nonce)) throw broken;
  const leased = writeLease(journal, state, request, openStep, nonce);
  return { kind: 'leased', ...leased, nonce };
}

export interface ModelCommitRequest {
  swapId: SwapId;
  leaseId: LeaseId;
  holder: string;
  kind: AttemptKind;
  orderId?: OrderId;
  txId: string;
  fee: Fee;
}

export function commit(journal: ModelJournal, request: ModelCommitRequest): CommitResult {
  const { state, clock } = journal;
  const { swapId, kind, txId, fee } = request;
  const swap = recordOf(state, swapId);
  const ended = { kind: 'refused', why: 'swap_ended' } as const;
  if (hasEnded(swap.swap) && kind !== 'cancel') return ended;
  const found = findLease(state, request.leaseId);
  const isSigned = found?.record.swap.id === swapId && found.lease.state === 'signed';
  if (hasEnded(swap.swap) && !isSigned) return ended;
  if (!found || found.record.swap.id !== swapId || !isLeased(found.step))
    return { kind: 'refused', why: 'lease_lost' };
  const why =
    refusalOfCancelled(request, swap, found.step) ??
    refusal(state, request, found.record, found.step, found.lease, clock.now);
  if (why) return { kind: 'refused', why };
  if (findAttempt(journal, txId)) throw broken;
  // Trigger `ended_swaps_sign_nothing`.
  if (swap.swap.endedAs !== undefined && kind !== 'cancel') throw broken;

  const id = newId<AttemptId>(journal, 'attempt');
  const attempt: Attempt = {
    id,
    seq: found.lease.attempts.length + 1,
    kind,
    txId,
    bytes: txId,
    fee,
    signedAt: clock.now,
    inclusion: { status: 'unseen' },
    progressed: false,
  };
  const leased = {
    ...found.lease,
    state: 'signed' as const,
    attempts: [...found.lease.attempts, attempt],
  };
  const signed = withStep(found.record, { ...found.step, lease: leased });
  const pays = kind === 'pay' && isPayment(found.step.kind);
  const change = {
    progress: true,
    ...(pays ? ({ state: 'executing', fundsState: 'in_flight' } as const) : {}),
  };
  const changed = changeSwap(signed, change, clock.now);
  const committed = state.committed + 1;
  const numbered = { ...state, committed, sequences: { ...state.sequences, [txId]: committed } };
  journal.state = withRecord(numbered, changed);
  return { kind: 'committed', attemptId: id, version: changed.swap.version };
}

export function voidLease(
  journal: ModelJournal,
  { leaseId }: { leaseId: LeaseId; reason: Reason },
): void {
  const { state } = journal;
  if (state.voided.some(({ id }) => id === leaseId)) return;
  const found = findLease(state, leaseId);
  if (!found) throw notFound;
  if (found.lease.state !== 'held') throw broken;
  const voided = voidHeld(state, leaseId);
  const record = recordOf(voided, found.record.swap.id);
  journal.state = withRecord(voided, changeSwap(record, {}, journal.clock.now));
}

export function findAttempt({ state }: ModelJournal, txId: string): AttemptId | undefined {
  for (const { steps } of state.swaps) {
    for (const { lease: one } of steps) {
      const attempt = one?.attempts.find((each) => each.txId === txId);
      if (attempt) return attempt.id;
    }
  }
  return undefined;
}

export function recordSent(journal: ModelJournal, attemptId: AttemptId): void {
  const { state, clock } = journal;
  for (const record of state.swaps) {
    const step = record.steps.find(({ lease: one }) =>
      one?.attempts.some(({ id }) => id === attemptId),
    );
    if (!step?.lease) continue;
    const attempts = step.lease.attempts.map((one) =>
      one.id === attemptId ? { ...one, sentAt: clock.now } : one,
    );
    const sent = withStep(record, { ...step, lease: { ...step.lease, attempts } });
    journal.state = withRecord(state, changeSwap(sent, {}, clock.now));
    return;
  }
  throw wentBack;
}

/**
 * The highest nonce that was handed out goes back to the counter; a lower one is found among the
 * void leases.
 */
export function voidHeld(state: JournalState, id: LeaseId): JournalState {
  const { record, step, lease: held } = findLease(state, id)!;
  const voided = withStep(record, { ...step, lease: { ...held, state: 'void' } });
  const nextNonce = state.nextNonce === held.nonce + 1n ? held.nonce : state.nextNonce;
  return withRecord(
    { ...state, nextNonce, voided: [...state.voided, { id, nonce: held.nonce }] },
    voided,
  );
}

/** Nothing new is signed to pay for a swap that somebody wants cancelled. */
function refusalOfCancelled(
  { kind }: ModelCommitRequest,
  { swap }: SwapRecord,
  step: StepRecord,
): 'cancel_requested' | undefined {
  if (swap.cancelRequestedAt === undefined) return undefined;
  const paysAnew = kind === 'pay' && !isRecovery(step.kind);
  return paysAnew || (kind === 'bump' && isPayment(step.kind)) ? 'cancel_requested' : undefined;
}

function refusal(
  state: JournalState,
  { kind, holder, orderId }: ModelCommitRequest,
  record: SwapRecord,
  step: StepRecord,
  found: LeaseRecord,
  now: number,
): 'lease_lost' | 'stopped' | 'order_expired' | undefined {
  const held = found.state === 'held' && found.holder === holder && found.heldUntil > now;
  if (kind === 'pay' ? !held : found.state !== 'signed') return 'lease_lost';
  if (kind === 'cancel') return undefined;
  if (stopOf(state)) return 'stopped';
  const ruling = orderId ?? step.orderId;
  if (ruling === undefined || !isPayment(step.kind)) return undefined;
  const order = record.orders.find(({ id }) => id === ruling);
  const inTime =
    kind === 'pay' ? order?.open && (order.signBy ?? 0) > now : (order?.goodUntil ?? 0) > now;
  return inTime ? undefined : 'order_expired';
}

/**
 * `lease/account-for-nonces.ts`: the lowest nonce that the chain has used and that nobody signed
 * for here.
 */
export function findExternalNonce(state: JournalState, chainNonce: bigint): bigint | undefined {
  for (let nonce = state.accountedNonce ?? chainNonce; nonce < chainNonce; nonce++) {
    if (!isSigned(state, nonce) && !state.losses.some((loss) => loss.nonce === nonce)) return nonce;
  }
  return undefined;
}

/** The first reason is kept. */
export function frozenFor(state: JournalState, foreign: bigint): JournalState {
  const frozen: Stop = {
    code: 'WALLET_FROZEN',
    message: `nonce ${foreign} was not signed for here`,
  };
  return { ...state, frozen: state.frozen ?? frozen };
}

/**
 * The counter's nonce, or the chain's own for the first lease ever and where the chain is past the
 * journal for a reason that is known. Before it the lowest one that was given back and lies below
 * it: the release of a wallet has moved the counter past it, and a reorganization the chain back
 * below it.
 */
function chooseNonce(state: JournalState, chainNonce: bigint): bigint {
  const { nextNonce } = state;
  let lowest: bigint | undefined;
  for (const { nonce } of state.voided) {
    if (
      nextNonce === undefined ||
      nonce < chainNonce ||
      nonce >= nextNonce ||
      isNonceTaken(state, nonce)
    )
      continue;
    if (lowest === undefined || nonce < lowest) lowest = nonce;
  }
  if (lowest !== undefined) return lowest;
  return nextNonce !== undefined && nextNonce > chainNonce ? nextNonce : chainNonce;
}

function isSigned({ swaps }: JournalState, nonce: bigint): boolean {
  return swaps.some(({ steps }) =>
    steps.some(
      ({ lease: one }) => one?.nonce === nonce && one.state !== 'void' && one.state !== 'held',
    ),
  );
}

function isNonceTaken({ swaps }: JournalState, nonce: bigint): boolean {
  return swaps.some(({ steps }) =>
    steps.some(
      ({ lease: one }) => one !== undefined && one.state !== 'void' && one.nonce === nonce,
    ),
  );
}

function findHeld({ swaps }: JournalState): { record: SwapRecord; lease: LeaseRecord } | undefined {
  for (const record of swaps) {
    for (const { lease: one } of record.steps)
      if (one?.state === 'held') return { record, lease: one };
  }
  return undefined;
}

function writeLease(
  journal: ModelJournal,
  state: JournalState,
  { swapId, kind, orderId, chainNonce, holder, hold }: ModelLeaseRequest,
  openStep: StepRecord | undefined,
  nonce: bigint,
): { leaseId: LeaseId; stepId: StepId } {
  const { now } = journal.clock;
  const record = recordOf(state, swapId);
  const generations = record.steps
    .filter((step) => step.kind === kind)
    .map(({ generation }) => generation);
  const taken: LeaseRecord = {
    id: newId<LeaseId>(journal, 'lease'),
    chain: record.swap.job.from.chain,
    account: record.swap.job.wallet.address,
    nonce,
    terms: { kind: 'nonce', nonce },
    state: 'held',
    heldUntil: now + hold,
    overAtFinal: state.finalNonce !== undefined && state.finalNonce > nonce,
    attempts: [],
    holder,
  };
  const step: StepRecord = {
    id: openStep?.id ?? newId<StepId>(journal, 'step'),
    kind,
    generation: openStep?.generation ?? Math.max(0, ...generations) + 1,
    outcome: 'open',
    chain: taken.chain,
    ...(orderId === undefined ? {} : { orderId }),
    lease: taken,
  };
  const { nextNonce, accountedNonce: accounted } = state;
  const counted = {
    ...state,
    nextNonce: nextNonce !== undefined && nextNonce > nonce ? nextNonce : nonce + 1n,
    accountedNonce: accounted !== undefined && accounted > chainNonce ? accounted : chainNonce,
  };
  // What waits in the lane leaves it for a timer: who signs for it had lost its lock.
  const place = record.place === 'waiting' ? 'none' : record.place;
  journal.state = withRecord(counted, changeSwap(withStep({ ...record, place }, step), {}, now));
  return { leaseId: taken.id, stepId: step.id };
}

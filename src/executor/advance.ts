import { randomUUID } from 'node:crypto';
import { assertNever } from '../core/assert-never.ts';
import { decide } from '../core/decide/decide.ts';
import type { Decision, Observation } from '../core/decide/decision.ts';
import { firstSigned } from '../core/swap/attempts.ts';
import type { OrderId, SwapId } from '../core/swap/ids.ts';
import { isEnd, type Snapshot } from '../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { ApprovalStore } from '../ports/stores/approval-store.ts';
import type { CapStore } from '../ports/stores/cap-store.ts';
import type { LaneStore } from '../ports/stores/lane-store.ts';
import type { ObservationStore } from '../ports/stores/observation-store.ts';
import type { OrderStore } from '../ports/stores/order-store.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import type { Companion } from './batching/companions.ts';
import type { ExecutorContext } from './context.ts';
import { dispatch, dispatchLane } from './dispatch.ts';
import { broadcastAttempt, type SendStores } from './effects/broadcast-attempt.ts';
import { changeState } from './effects/change-state.ts';
import { executeStep } from './effects/execute-step.ts';
import { failureOf } from './effects/failure-of.ts';
import { findSettlement } from './effects/find-settlement.ts';
import { holdSwap } from './effects/hold-swap.ts';
import { makeOrder } from './effects/make-order.ts';
import { observePayout } from './effects/observe-payout.ts';
import { pollOrderStatus } from './effects/poll-order-status.ts';
import { pollStatus } from './effects/poll-status.ts';
import { proveLease } from './effects/prove-lease.ts';
import { renewOrder } from './effects/renew-order.ts';
import { replaceAttempt } from './effects/replace-attempt.ts';
import { settle } from './effects/settle.ts';
import { keepLock, type SwapLock } from './keep-lock.ts';
import { isFenced, knownAfter } from './known-after.ts';
import type { Admitted } from './serve-lane.ts';
import { traceAdvance, traceEffect } from './trace-effect.ts';
import { wakeCapped } from './wake-capped.ts';
import { watchWrites } from './watch-writes.ts';

/** If other processes keep changing a swap, this one yields it after so many stale reads. */
const maxStaleReads = 4;

/** After so many decisions in a row, a swap yields to the others. */
const maxDecisions = 32;

/** The stores that `advance` and its effects use. */
export type AdvanceStores = SwapStore &
  OrderStore &
  ScheduleStore &
  LaneStore &
  ObservationStore &
  CapStore &
  SendStores &
  Pick<ApprovalStore, 'hold'>;

interface AdvanceOptions {
  /** Set if a lane has just admitted the swap, and so locked it. */
  admitted?: Admitted | undefined;
  /** Throws if this process must begin nothing more. Default: never throws. */
  assertRunning?: () => void;
}

/**
 * Advances a swap until it waits for something or has ended: read, decide, act, repeat. Any process
 * may call it at any time and any number of times.
 */
export async function advance(
  context: ExecutorContext<AdvanceStores>,
  swapId: SwapId,
  { admitted, assertRunning = () => undefined }: AdvanceOptions = {},
): Promise<void> {
  const locked = admitted ?? (await lock(context, swapId));
  if (!locked) return;
  const bound = { ...context, logger: context.logger.child({ swap: swapId }) };
  const swapLock = keepLock(bound, swapId, locked.lockHolder);
  try {
    await traceAdvance(context.tracing, swapId, () =>
      advanceLocked(bound, swapId, swapLock, { ...locked, assertRunning }),
    );
  } finally {
    await swapLock.stop();
  }
}

/** Each call takes its own lock: two calls for one swap may run in one process. */
async function lock(
  { journal, holder, policy }: ExecutorContext<ScheduleStore>,
  swapId: SwapId,
): Promise<Pick<Locked, 'lockHolder' | 'snapshot'> | undefined> {
  const lockHolder = `${holder}/${randomUUID()}`;
  const snapshot = await journal.lockAndRead(swapId, lockHolder, policy.deadAfter);
  return snapshot && { lockHolder, snapshot };
}

async function advanceLocked(
  context: ExecutorContext<AdvanceStores>,
  swapId: SwapId,
  lock: SwapLock,
  locked: Locked,
): Promise<void> {
  let observation = none;
  let about: OrderId | undefined;
  let staleReads = 0;
  let known: Snapshot | undefined;
  for (let count = 0; count < maxDecisions && lock.held(); count++) {
    locked.assertRunning();
    const isRead = known === undefined;
    const read = count === 0 ? locked.snapshot : known;
    const snapshot = read ?? (await context.journal.snapshot(swapId));
    if (!snapshot) return;
    const current = isAboutAnother(snapshot, about) ? none : observation;
    const decision = decide(snapshot, current, context.clock.now(), context.policy);
    known = undefined;
    if (!isRead && !isFenced(decision)) continue;
    context.logger.debug({ state: snapshot.swap.state, decision: decision.kind }, 'decided');
    const { journal, mayHaveWritten } = watchWrites(context.journal);
    const outcome = await traceEffect(context.tracing, snapshot, decision, () =>
      tryEffect({ ...context, journal }, snapshot, decision, locked),
    );
    if (outcome === 'idle') return;
    about = snapshot.order?.id;
    if (outcome === 'stale') {
      if (++staleReads > maxStaleReads) break;
      observation = none;
      continue;
    }
    observation = outcome;
    known = knownAfter(snapshot, decision, { observation, mayHaveWritten: mayHaveWritten() });
  }
  await context.journal.release(swapId, locked.lockHolder, context.policy.retryBase);
}

const none: Observation = { kind: 'none' };

/**
 * Whether the open order is another one than the last effect was for. Another process then went on
 * with the swap, and a failure of this one says nothing about the new order.
 */
function isAboutAnother({ order }: Snapshot, about: OrderId | undefined): boolean {
  return order !== undefined && order.id !== about;
}

/** The lock, and what came with it. */
interface Locked {
  lockHolder: string;
  companion?: Companion;
  /** As read together with the lock. */
  snapshot?: Snapshot;
  assertRunning: () => void;
}

/** Runs one effect. A failure becomes an observation. A stale read is repeated. */
async function tryEffect(
  context: ExecutorContext<AdvanceStores>,
  snapshot: Snapshot,
  decision: Decision,
  locked: Locked,
): Promise<Observation | 'idle' | 'stale'> {
  try {
    return await carryOut(context, snapshot, decision, locked);
  } catch (cause) {
    const error = toFerrymanError(cause);
    if (error.code === 'JOURNAL_STALE') {
      context.logger.debug(
        { effect: decision.kind, reason: error.message },
        'stale read; reading the swap again',
      );
      return 'stale';
    }
    // Without the journal nothing can be decided: the lock expires and the sweep finds the swap.
    if (error.code === 'JOURNAL_UNAVAILABLE' || decision.kind === 'wait') throw error;
    logFailure(context, snapshot, decision, error);
    return failureOf(error);
  }
}

async function carryOut(
  context: ExecutorContext<AdvanceStores>,
  snapshot: Snapshot,
  decision: Decision,
  { lockHolder, companion }: Locked,
): Promise<Observation | 'idle'> {
  const { journal } = context;
  const { id: swapId, version } = snapshot.swap;
  switch (decision.kind) {
    case 'done':
      return 'idle';
    case 'wait': {
      const { delay, failed, reason, keepsSlot = false } = decision;
      await journal.wait({
        swapId,
        version,
        holder: lockHolder,
        delay,
        failed,
        keepsSlot,
        ...(reason ? { reason } : {}),
      });
      // The queue makes short waits punctual. The journal's timer covers long waits and lost queue
      // jobs.
      if (delay <= context.policy.retryMax) await dispatch(context, { swapId, version, delay });
      return 'idle';
    }
    case 'enter_lane': {
      const { chain, family, isUrgent } = decision;
      if (family === 'other')
        throw new FerrymanError('INTERNAL', `Ferryman cannot sign on ${chain}`);
      await dispatchLane(
        context,
        await journal.enterLane({ swapId, version, holder: lockHolder, chain, family, isUrgent }),
      );
      return 'idle';
    }
    case 'transition': {
      const observation = await changeState(context, snapshot, decision);
      if (isEnd(decision.state)) await wakeCapped(context);
      return observation;
    }
    case 'hold': {
      const observation = await holdSwap(context, snapshot, decision);
      await wakeCapped(context);
      return observation;
    }
    case 'close_order': {
      const { kind: _, retryAfter, ...how } = decision;
      await journal.closeOrder({ swapId, version, ...how });
      return {
        kind: 'order_closed',
        reason: decision.reason,
        ...(retryAfter === undefined ? {} : { retryAfter }),
      };
    }
    case 'void_lease':
      await journal.voidLease({ leaseId: decision.leaseId, reason: decision.reason });
      return none;
    case 'quote':
    case 'request_best_swap':
    case 'request_swap_data':
    case 'read_allowance':
      return makeOrder(context, snapshot, decision);
    case 'execute':
      return executeStep(context, snapshot, decision, companion);
    case 'bump':
    case 'cancel':
      return replaceAttempt(context, snapshot, decision);
    case 'broadcast':
      return broadcastAttempt(context, decision.step.chain, decision.attempt, {
        ...decision,
        swaps: [snapshot.swap],
        firstSigned: firstSigned(decision.step.lease ?? { attempts: [decision.attempt] }),
      });
    case 'prove': {
      const observation = await proveLease(context, snapshot, decision.step);
      // A proof may have made a lane due, and no queue job announces it.
      context.signals.swapDue.announce(0);
      return observation;
    }
    case 'poll_status':
      return pollStatus(context, snapshot, decision.payment);
    case 'poll_order_status':
      return pollOrderStatus(context, snapshot, decision.order);
    case 'renew_order':
      return renewOrder(context, snapshot, decision);
    case 'sight':
      return observePayout(context, snapshot, decision);
    case 'find_settlement':
      return findSettlement(context, snapshot, decision);
    case 'settle': {
      const observation = await settle(context, snapshot, decision, lockHolder);
      if (observation.kind !== 'none') return observation;
      await wakeCapped(context);
      // The swap has ended: the journal does not settle one that has a signed, unproven attempt.
      return 'idle';
    }
    default:
      return assertNever(decision, 'decision');
  }
}

/** Logs a failure at `warn` once. While it repeats, the swap's reason shows it. */
function logFailure(
  context: ExecutorContext,
  { swap }: Snapshot,
  decision: Decision,
  error: FerrymanError,
): void {
  const facts = { effect: decision.kind, code: error.code, next: error.next, ...error.details };
  if (error.code === 'INTERNAL') context.logger.error({ ...facts, err: error }, 'effect failed');
  else
    context.logger[swap.reason?.code === error.code ? 'debug' : 'warn'](
      { ...facts, reason: error.message },
      'effect failed',
    );
}

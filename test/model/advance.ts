import { assertNever } from '../../src/core/assert-never.ts';
import { decide } from '../../src/core/decide/decide.ts';
import type { Decision, Observation } from '../../src/core/decide/decision.ts';
import { attributeOwn } from '../../src/core/settlement/settlement.ts';
import { finalAttempt } from '../../src/core/swap/attempts.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { isEnd, type Snapshot, type Step } from '../../src/core/swap/swap.ts';
import { isFenced, knownAfter } from '../../src/executor/known-after.ts';
import { ask, call, noAnswer, RemoteError } from './call.ts';
import { inclusionOf } from './chain.ts';
import { broadcastAttempt, executePayment, replaceAttempt } from './execute.ts';
import { admit, enterLane } from './journal-lanes.ts';
import { voidLease } from './journal-leases.ts';
import { prove } from './journal-proofs.ts';
import { JournalError, snapshot as readSnapshot, unavailable } from './journal-state.ts';
import {
  claim,
  closeOrder,
  markRequested,
  recordBestSwap,
  recordQuote,
  recordSwapData,
  release,
  type SwapData,
  settle,
  transition,
  wait,
} from './journal-swaps.ts';
import { findProof } from './prove.ts';
import { sabotagedDecision } from './sabotage.ts';
import { hasForgottenPayment } from './verify-journal.ts';
import {
  type Fate,
  type Point,
  type Process,
  payout,
  policy,
  type Worker,
  type World,
} from './world.ts';

/* `src/executor/advance.ts` and its effects, each cut where the process could be stopped, be killed, or miss an answer. */

const maxStaleReads = 4;
const maxDecisions = 32;
const none: Observation = { kind: 'none' };

/** Carries a swap on until it waits for something or has ended: read, decide, do, again. */
export function* advance(world: World, worker: Worker, swapId: SwapId): Process {
  const { journal } = world;
  const claimant = `${worker.holder}/${journal.nextId++}`;
  const lockAndRead = (): Snapshot | undefined =>
    claim(journal, swapId, claimant, policy.deadAfter)
      ? readSnapshot(journal.state, swapId)
      : undefined;
  const snapshot = yield* call('claim', lockAndRead);
  if (snapshot) yield* advanceLocked(world, worker, swapId, { claimant, snapshot });
}

/** `serve-lane.ts`: carries on the swap that the lane admits next, if it admits one. */
export function* serveLane(world: World, worker: Worker): Process {
  const { journal } = world;
  const claimant = `${worker.holder}/${journal.nextId++}`;
  const swapId = yield* call('admit', () => admit(journal, claimant, policy.deadAfter));
  if (swapId === undefined) return;
  yield* advanceLocked(world, worker, swapId, { claimant });
}

function* advanceLocked(
  world: World,
  worker: Worker,
  swapId: SwapId,
  { claimant, snapshot: claimed }: { claimant: string; snapshot?: Snapshot },
): Process {
  const { journal, clock } = world;
  worker.claim = { swapId, claimant, renewedAt: clock.now };
  let observation: Observation = none;
  let staleReads = 0;
  let known: Snapshot | undefined;
  for (let count = 0; count < maxDecisions; count++) {
    const isRead = known === undefined;
    const read = count === 0 ? claimed : known;
    const snapshot: Snapshot =
      read ?? (yield* call('read swap', () => readSnapshot(journal.state, swapId)));
    const decision =
      sabotagedDecision(world, snapshot) ?? decide(snapshot, observation, clock.now, policy);
    known = undefined;
    if (!isRead && !isFenced(decision)) continue;
    world.story?.push(
      `    ${worker.holder}: ${swapId} is ${snapshot.swap.state}, so ${decision.kind}`,
    );
    let mayHaveWritten = false;
    const outcome = yield* watch(
      tryEffect(world, worker, snapshot, decision, claimant),
      (point) => {
        mayHaveWritten ||= !onlyReads.has(point);
      },
    );
    if (outcome === 'at_rest') return;
    if (outcome === 'stale') {
      if (++staleReads > maxStaleReads) break;
      observation = none;
      continue;
    }
    observation = outcome;
    known = knownAfter(snapshot, decision, { observation, mayHaveWritten });
  }
  yield* call('write swap', () => release(journal, swapId, claimant, policy.retryBase));
}

const onlyReads: ReadonlySet<Point> = new Set(['ask router', 'read chain']);

/** Tells of each point that a process comes by. */
function* watch<Result>(
  process: Generator<Point, Result, Fate>,
  tell: (point: Point) => void,
): Generator<Point, Result, Fate> {
  for (let next = process.next('done'); ; ) {
    if (next.done) return next.value;
    tell(next.value);
    next = process.next(yield next.value);
  }
}

function* tryEffect(
  world: World,
  worker: Worker,
  snapshot: Snapshot,
  decision: Decision,
  claimant: string,
): Generator<Point, Observation | 'at_rest' | 'stale', Fate> {
  try {
    return yield* carryOut(world, worker, snapshot, decision, claimant);
  } catch (error) {
    if (error instanceof RemoteError) return failed(error.code, 'retry');
    if (!(error instanceof JournalError) || error === unavailable || decision.kind === 'wait')
      throw error;
    if (error.code === 'JOURNAL_STALE') return 'stale';
    return failed(error.code, nextAfter(error));
  }
}

/** As `src/errors` and whoever throws them say. */
function nextAfter({ code }: JournalError): 'retry' | 'review' | 'stop' {
  if (code === 'NOT_FOUND') return 'stop';
  return code === 'JOURNAL_WENT_BACK' ? 'retry' : 'review';
}

function failed(code: string, next: 'retry' | 'review' | 'stop'): Observation {
  return { kind: 'failed', reason: { code, message: code }, next };
}

function* carryOut(
  world: World,
  worker: Worker,
  snapshot: Snapshot,
  decision: Decision,
  claimant: string,
): Generator<Point, Observation | 'at_rest', Fate> {
  const { journal } = world;
  const { id: swapId, version } = snapshot.swap;
  const at = { swapId, version };
  switch (decision.kind) {
    case 'done':
      return 'at_rest';
    case 'wait': {
      const { delay, failed: hasFailed, reason, keepsSlot = false } = decision;
      const request = {
        ...at,
        holder: claimant,
        delay,
        failed: hasFailed,
        keepsSlot,
        ...(reason ? { reason } : {}),
      };
      yield* call('write swap', () => wait(journal, request));
      return 'at_rest';
    }
    case 'enter_lane': {
      const { isUrgent } = decision;
      yield* call('write swap', () => enterLane(journal, { ...at, holder: claimant, isUrgent }));
      return 'at_rest';
    }
    case 'transition': {
      const { state, fundsState, reason } = decision;
      if (
        isEnd(state) &&
        (yield* call('read signingLog', () => hasForgottenPayment(world, swapId)))
      )
        return none;
      yield* call('write swap', () =>
        transition(journal, { ...at, state, fundsState, ...(reason ? { reason } : {}) }),
      );
      return none;
    }
    case 'close_order':
      yield* call('write swap', () => closeOrder(journal, { ...at, reason: decision.reason }));
      return { kind: 'order_closed', reason: decision.reason };
    case 'void_lease':
      yield* call('void lease', () => voidLease(journal, decision));
      return none;
    case 'quote':
      return yield* requestQuote(world, at);
    case 'request_best_swap':
      return yield* requestBestSwap(world, snapshot, at);
    case 'request_swap_data':
      return yield* requestSwapData(world, snapshot, at, decision);
    case 'execute':
      if (decision.step !== 'swap') throw new Error(`the model has no ${decision.step}`);
      return yield* executePayment(world, worker, snapshot, decision.order);
    case 'bump':
    case 'cancel':
      return yield* replaceAttempt(world, worker, snapshot, decision);
    case 'broadcast':
      return yield* broadcastAttempt(world, worker, snapshot, decision.step, decision.attempt);
    case 'prove':
      return yield* proveLease(world, at, decision.step);
    case 'find_settlement':
      if (!decision.step) throw new Error('the model pays nothing by hand');
      return yield* findSettlement(world, snapshot, decision.step);
    case 'settle':
      yield* call('write swap', () =>
        settle(journal, { ...at, holder: claimant, ...decision.end, legs: decision.legs }),
      );
      return 'at_rest';
    case 'hold':
    case 'read_allowance':
    case 'poll_status':
    case 'poll_order_status':
    case 'renew_order':
    case 'sight':
      throw new Error(`the model has no ${decision.kind}`);
    default:
      return assertNever(decision, 'decision');
  }
}

type At = Pick<Snapshot['swap'], 'version'> & { swapId: SwapId };

function* requestQuote({ journal, clock }: World, at: At): Generator<Point, Observation, Fate> {
  const quoteId = yield* ask('ask router', () => `quote-${journal.nextId++}`);
  yield* call('write swap', () =>
    recordQuote(journal, at, { quoteId, ...promised, quotedAt: clock.now }),
  );
  return none;
}

const promised = {
  provider: 'UNISWAP_V2',
  swapType: 'on-chain',
  minOut: payout,
  expectedOut: payout,
  quotedMinOut: payout,
  declaredFee: 0n,
  destinationAnchor: 0n,
} as const;

/** Down: the service does not make this swap in one call. */
function* requestBestSwap(
  { journal, clock }: World,
  { swap }: Snapshot,
  at: At,
): Generator<Point, Observation, Fate> {
  const requestedAt = clock.now;
  const outcome = yield 'ask router';
  if (outcome === 'down') return { kind: 'one_call_refused' };
  if (outcome === 'lost') throw noAnswer;
  yield* call('write swap', () =>
    recordBestSwap(journal, at, {
      ...promised,
      ...swapDataOf(swap, clock.now),
      requestedAt,
      quotedAt: clock.now,
    }),
  );
  return none;
}

function* requestSwapData(
  { journal, clock }: World,
  { swap }: Snapshot,
  at: At,
  { order }: Extract<Decision, { kind: 'request_swap_data' }>,
): Generator<Point, Observation, Fate> {
  const version = yield* call('write swap', () =>
    markRequested(journal, { ...at, orderId: order.id }),
  );
  yield* ask('ask router', () => undefined);
  const data = swapDataOf(swap, clock.now);
  yield* call('write swap', () =>
    recordSwapData(journal, { ...at, version, orderId: order.id }, data),
  );
  return none;
}

function swapDataOf({ job }: Snapshot['swap'], now: number): SwapData {
  return {
    transaction: { family: 'evm', to: job.receiver, data: '0x', value: job.amount },
    signBy: Math.min(now + policy.signWithin, job.deadline),
    goodUntil: now + policy.inclusionWithin,
  };
}

function* proveLease(world: World, at: At, { lease }: Step): Generator<Point, Observation, Fate> {
  if (!lease) return none;
  const proof = yield* ask('read chain', () => findProof(world, lease));
  if (proof.kind === 'undecided') return failed('RPC_UNAVAILABLE', 'retry');
  yield* call('prove', () => prove(world.journal, { ...at, leaseId: lease.id, proof }));
  return none;
}

/** Only what the landed transaction itself brought: the model swaps on one chain. */
function* findSettlement(
  world: World,
  { swap, order }: Snapshot,
  step: Step,
): Generator<Point, Observation, Fate> {
  const landed = finalAttempt(step);
  if (!order || !landed) return none;
  const { txId } = landed;
  const inclusion = yield* ask('read chain', () => inclusionOf(world.chain, txId));
  const { chain, token } = swap.job.to;
  const transfers =
    (inclusion.status === 'included' || inclusion.status === 'final') && inclusion.succeeded
      ? [
          {
            chain,
            txId,
            index: 0,
            token,
            amount: payout,
            block: inclusion.block.number,
            final: inclusion.status === 'final',
          },
        ]
      : [];
  return { kind: 'settlement', finding: attributeOwn(transfers, order.minOut) };
}

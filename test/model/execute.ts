import type { Decision, Observation } from '../../src/core/decide/decision.ts';
import { newestAttempt } from '../../src/core/swap/attempts.ts';
import type { AttemptId } from '../../src/core/swap/ids.ts';
import { ofFamily } from '../../src/core/swap/of-family.ts';
import type { Attempt, Order, Snapshot, Step } from '../../src/core/swap/swap.ts';
import { replacementFee } from '../../src/families/evm/formats/replacement-fee.ts';
import type { EvmFee } from '../../src/families/evm/formats/transaction.ts';
import { nonceOf } from '../support/nonce-of.ts';
import { ask, call } from './call.ts';
import { replacementBps, send, type Transaction } from './chain.ts';
import { commit, findAttempt, lease, recordSent, voidLease } from './journal-leases.ts';
import { unavailable, wentBack } from './journal-state.ts';
import { giveUpLease } from './sabotage.ts';
import { expectNothingForgotten, verifyJournal } from './verify-journal.ts';
import { type Fate, type Point, policy, type Signed, type Worker, type World } from './world.ts';

/* `execute-step.ts`, `replace-attempt.ts`, `commit-attempt.ts` and `broadcast-attempt.ts` of `src/executor/effects`. */

const none: Observation = { kind: 'none' };
const coin = { symbol: 'ETH', decimals: 18 };
const marketFee: EvmFee = {
  family: 'evm',
  gasLimit: 1n,
  maxFeePerGas: 1_000n,
  maxPriorityFeePerGas: 100n,
};

/** Wei. */
const maxFee = 50_000_000_000_000_000n;

type Doing<Result> = Generator<Point, Result, Fate>;

/** Lease, sign, commit, send. Whatever fails before the commit gives the lease back. */
export function* executePayment(
  world: World,
  worker: Worker,
  { swap }: Snapshot,
  order: Order,
): Doing<Observation> {
  const { journal, chain, clock } = world;
  const { id: swapId, version } = swap;
  if (clock.now >= (order.signBy ?? 0)) return none;
  yield* call('read signingLog', () => verifyJournal(world));
  const chainNonce = yield* ask('read chain', () => chain.nonce);
  const { holder } = worker;
  const leased = yield* call('lease', () =>
    lease(journal, {
      swapId,
      version,
      kind: 'swap',
      orderId: order.id,
      chainNonce,
      holder,
      hold: policy.leaseHold,
    }),
  );
  if (leased.kind === 'refused') return { kind: 'refused', refusal: leased.refusal, coin };
  const { leaseId, nonce } = leased;

  const objection = yield* judge();
  if (objection) {
    yield* call('void lease', () => voidLease(journal, { leaseId, reason: objection.reason }));
    return objection;
  }
  const txId = `${swapId} ${order.id} n${nonce} f${marketFee.maxFeePerGas}`;
  const signed: Signed = { swap: indexOf(world, swapId), leaseId, nonce, kind: 'pay', txId };
  if (world.sabotage === 'send-before-journal') yield* sendBytes(world, worker, signed, marketFee);
  const committed = yield* commitAttempt(world, worker, signed, marketFee, order);
  if (committed.kind === 'refused') {
    // The signed bytes are forgotten here; the lease may already be somebody else's.
    if (committed.why !== 'lease_lost') {
      const reason = { code: 'COMMIT_REFUSED', message: committed.why };
      yield* call('void lease', () => voidLease(journal, { leaseId, reason }));
    }
    return none;
  }
  return yield* sendCommitted(world, worker, signed, marketFee, committed.attemptId);
}

/**
 * What keeps the bytes from being signed: a node that does not answer, or the guard. The journal
 * was compared before the lease.
 */
function* judge(): Doing<Extract<Observation, { kind: 'failed' | 'judged' }> | undefined> {
  const outcome = yield 'sign';
  if (outcome === 'lost') {
    return {
      kind: 'judged',
      verdict: 'requote',
      reason: { code: 'ORDER_NOT_ACCEPTABLE', message: 'the market moved' },
    };
  }
  if (outcome === 'down')
    return {
      kind: 'failed',
      reason: { code: 'RPC_UNAVAILABLE', message: 'no answer' },
      next: 'retry',
    };
  return undefined;
}

/**
 * A dearer attempt under the same lease, the same again or nothing sent to oneself: at most one of
 * them lands.
 */
export function* replaceAttempt(
  world: World,
  worker: Worker,
  { swap, order }: Snapshot,
  { kind, step }: Extract<Decision, { kind: 'bump' | 'cancel' }>,
): Doing<Observation> {
  const newest = step.lease && newestAttempt(step.lease);
  if (!step.lease || !newest) return none;
  const reason = { code: 'INTERNAL', message: 'a signed payment lacks its order' };
  if (kind === 'bump' && order?.id !== step.orderId)
    return { kind: 'failed', reason, next: 'retry' };
  const { id: leaseId, terms } = step.lease;
  const nonce = nonceOf(terms);
  yield* ask('sign', () => verifyJournal(world));
  const fee = replacementFee(ofFamily(newest.fee, 'evm'), replacementBps, marketFee, maxFee);
  const content = kind === 'cancel' ? 'nothing' : `${swap.id} ${step.orderId}`;
  const txId = `${content} n${nonce} f${fee.maxFeePerGas}`;
  const signed: Signed = { swap: indexOf(world, swap.id), leaseId, nonce, kind, txId };
  const committed = yield* commitAttempt(world, worker, signed, fee);
  if (committed.kind === 'refused') return none;
  return yield* sendCommitted(world, worker, signed, fee, committed.attemptId);
}

/** Hands bytes that are committed to the chain, for the first time or again. */
export function* broadcastAttempt(
  world: World,
  worker: Worker,
  { swap }: Snapshot,
  { lease: of }: Step,
  { id, kind, txId, fee }: Attempt,
): Doing<Observation> {
  if (!of) return none;
  const signed: Signed = {
    swap: indexOf(world, swap.id),
    leaseId: of.id,
    nonce: nonceOf(of.terms),
    kind,
    txId,
  };
  return yield* sendCommitted(world, worker, signed, ofFamily(fee, 'evm'), id);
}

/**
 * Law 1: a COMMIT whose answer was lost is read back by transaction id, and only what is found
 * there may be sent.
 */
function* commitAttempt(world: World, worker: Worker, signed: Signed, fee: EvmFee, order?: Order) {
  const { journal } = world;
  const { leaseId, kind, txId } = signed;
  const swapId = journal.state.swaps[signed.swap]!.swap.id;
  const { holder } = worker;
  try {
    return yield* call('commit', () => {
      const ofOrder = order ? { orderId: order.id } : {};
      const result = commit(journal, { swapId, leaseId, holder, kind, txId, fee, ...ofOrder });
      if (result.kind === 'committed') world.committed.push(signed);
      else world.story?.push(`    ${worker.holder}: commit refused, ${result.why}`);
      return result;
    });
  } catch (error) {
    if (error !== unavailable) throw error;
    const attemptId = yield* call('find attempt', () => findAttempt(journal, txId));
    if (!attemptId) throw error;
    return { kind: 'committed' as const, attemptId };
  }
}

function* sendCommitted(
  world: World,
  worker: Worker,
  signed: Signed,
  fee: EvmFee,
  attemptId: AttemptId,
): Doing<Observation> {
  const { journal, signingLog } = world;
  const { holder } = worker;
  if (!signingLog.some((kept) => kept.txId === signed.txId && kept.holder === holder)) {
    // What the journal has lost since its commit is not sent, be it while it is written.
    const expectKnown = (): void => {
      if (findAttempt(journal, signed.txId) === undefined) throw wentBack;
    };
    yield* call('read signingLog', () => {
      expectKnown();
      expectNothingForgotten(world);
    });
    yield* call('keep in signingLog', () =>
      signingLog.push({ ...signed, holder, sequence: journal.state.sequences[signed.txId] ?? 0 }),
    );
    yield* call('find attempt', expectKnown);
  }
  const isKnown = yield* sendBytes(world, worker, signed, fee);
  yield* call('record send', () => {
    recordSent(journal, attemptId);
    if (!isKnown) giveUpLease(world, signed.leaseId);
  });
  return none;
}

/** Whether the outcome is known. Nothing new is signed because it is not. */
function* sendBytes(
  world: World,
  worker: Worker,
  { swap, nonce, kind, txId }: Signed,
  fee: EvmFee,
): Doing<boolean> {
  const outcome = yield 'send';
  if (outcome !== 'down') {
    const transaction: Transaction = {
      id: txId,
      nonce,
      fee,
      ...(kind === 'cancel' ? {} : { pays: swap }),
    };
    const answer = send(world.chain, transaction);
    world.story?.push(`    ${worker.holder}: sent ${txId}: ${answer}`);
  }
  return outcome === 'done';
}

function indexOf({ journal }: World, id: string): number {
  return journal.state.swaps.findIndex(({ swap }) => swap.id === id);
}

import { isProvenSince } from '../../src/core/operator/judge-resolve.ts';
import type { ProofId } from '../../src/core/swap/ids.ts';
import type { Attempt, Inclusion, StepOutcome } from '../../src/core/swap/swap.ts';
import type { ChainObservation } from '../../src/ports/chain-observation.ts';
import type { LeaseProof } from '../../src/ports/lease-proof.ts';
import type { ProofRecord } from '../../src/ports/stores/signing-store.ts';
import { changeSwap } from './change-swap.ts';
import {
  broken,
  findLease,
  type JournalState,
  type LeaseRecord,
  type ModelJournal,
  newId,
  recordAt,
  type StepRecord,
  type Stop,
  type SwapRecord,
  snapshot,
  withRecord,
  withStep,
} from './journal-state.ts';

/* The rules of `src/journal/observe`, `operations/record-observation.ts` and `prove.ts`, said again for the model. */

export type Observed = Pick<ChainObservation, 'head' | 'attempts'> & {
  finalNonce: bigint | undefined;
  since: bigint;
};

/** Transaction ids of attempts under signed leases, and how many observations there were before. */
export function openAttempts({ state }: ModelJournal): { txIds: string[]; since: bigint } {
  const txIds = state.swaps.flatMap(({ steps }) =>
    steps.flatMap(({ lease }) =>
      lease?.state === 'signed' ? lease.attempts.map(({ txId }) => txId) : [],
    ),
  );
  return { txIds, since: state.observations };
}

export function recordObservation(
  journal: ModelJournal,
  observed: Observed,
  progressDepth: number,
): void {
  const { state, clock } = journal;
  const { latest } = observed.head;
  if (observed.since !== state.observations) return;
  const deep = latest - BigInt(progressDepth);
  let next: JournalState = { ...state, observations: state.observations + 1n, head: observed.head };
  let hasNews = false;
  for (const record of state.swaps) {
    let observedRecord = record;
    let isInclusionChange = false;
    for (const step of record.steps) {
      if (!step.lease) continue;
      if (isCorrected(state, step.lease, believedNonce(state, observed))) isInclusionChange = true;
      if (step.lease.state !== 'signed') continue;
      const attempts = step.lease.attempts.map((attempt) =>
        observeAttempt(attempt, observed, deep),
      );
      if (attempts.every((attempt, index) => attempt === step.lease?.attempts[index])) continue;
      isInclusionChange = true;
      observedRecord = withStep(observedRecord, { ...step, lease: { ...step.lease, attempts } });
      const isNowIncluded = (attempt: Attempt, index: number): boolean =>
        isIncluded(attempt) && attempt.inclusion !== step.lease?.attempts[index]?.inclusion;
      if (attempts.some(isNowIncluded)) observedRecord = withoutSlot(observedRecord);
    }
    hasNews ||= isInclusionChange;
    if (isInclusionChange) next = withRecord(next, changeSwap(observedRecord, {}, clock.now));
  }
  next = withFinalNonce(next, observed);
  // What says the same as the last one is not counted.
  if (hasNews || !isRepeated(state, next)) journal.state = next;
}

function isRepeated(before: JournalState, after: JournalState): boolean {
  return (
    before.head?.latest === after.head?.latest &&
    before.head?.final === after.head?.final &&
    before.finalNonce === after.finalNonce &&
    before.finalNonceBlock === after.finalNonceBlock
  );
}

export function prove(
  journal: ModelJournal,
  request: Pick<ProofRecord, 'swapId' | 'version' | 'leaseId'> & { proof: ModelProof },
): void {
  const { state, clock } = journal;
  const { proof } = request;
  const record = recordAt(state, request);
  const found = findLease(state, request.leaseId);
  if (!found || found.record !== record || found.lease.state !== 'signed') throw broken;
  const proofId = newId<ProofId>(journal, 'proof');
  const { attempts, outcome } =
    proof.kind === 'landed'
      ? landed(found.lease, proof)
      : { attempts: found.lease.attempts, outcome: 'dead' as const };
  if (proof.kind === 'used_by_stranger' && attempts.some(isIncluded)) throw broken;
  const lease: LeaseRecord = {
    ...found.lease,
    attempts,
    state: proof.kind === 'landed' ? 'consumed' : 'dead',
  };
  const proven = withFee(withStep(record, { ...found.step, outcome, proofId, lease }), proof);
  const corrected = correctEnd(
    state,
    changeSwap(proven, { progress: true }, clock.now),
    outcome,
    clock.now,
  );
  const next = withRecord(state, withoutSlot(corrected));
  const frozen: Stop = { code: 'WALLET_FROZEN', message: `a stranger used nonce ${lease.nonce}` };
  journal.state = proof.kind === 'landed' ? next : { ...next, frozen: next.frozen ?? frozen };
}

/** The inclusion of a payment and its proof return the slot. */
function withoutSlot(record: SwapRecord): SwapRecord {
  return record.place === 'slot' ? { ...record, place: 'none' } : record;
}

/** `correct-end.ts`, of a swap that pays and does nothing else. */
function correctEnd(
  state: JournalState,
  record: SwapRecord,
  outcome: StepOutcome,
  now: number,
): SwapRecord {
  const { swap } = record;
  const { endedAs = swap.state } = swap;
  if (endedAs !== 'failed') return record;
  if (outcome === 'landed') {
    const message =
      'the swap transaction landed after the swap had ended as failed; find out where its money arrived';
    const reason = { code: 'LANDED_AFTER_END', message };
    const change = {
      state: 'needs_review',
      fundsState: 'unknown',
      reason,
      progress: true,
    } as const;
    const told = changeSwap(record, change, now);
    return { ...told, swap: { ...told.swap, endedAs } };
  }
  const isMissing = swap.state === 'failed' && swap.fundsState === 'unknown';
  return isMissing && isProvenSince(snapshot(withRecord(state, record), swap.id))
    ? changeSwap(record, { fundsState: 'untouched' }, now)
    : record;
}

type Undecided = Extract<LeaseProof, { kind: 'undecided' }>;
type Bare<Proof> = Proof extends unknown ? Omit<Proof, 'evidence'> : never;
export type ModelProof = Bare<Exclude<LeaseProof, Undecided>>;
type Landed = Extract<ModelProof, { kind: 'landed' }>;

function landed(lease: LeaseRecord, proof: Landed): { attempts: Attempt[]; outcome: StepOutcome } {
  const { txId, block, succeeded, feePaid } = proof;
  const attempt = lease.attempts.find((one) => one.txId === txId);
  if (!attempt) throw broken;
  // What was final already is not contradicted.
  if (attempt.inclusion.status === 'final' && attempt.inclusion.succeeded !== succeeded)
    throw broken;
  if (lease.attempts.some((one) => one !== attempt && one.inclusion.status === 'final'))
    throw broken;
  const attempts = lease.attempts.map((one): Attempt => {
    if (one === attempt)
      return {
        ...one,
        inclusion: { status: 'final', block, succeeded, feePaid },
        progressed: true,
      };
    return one.inclusion.status === 'included' ? { ...one, inclusion: { status: 'unseen' } } : one;
  });
  const outcome = attempt.kind === 'cancel' ? 'dead' : succeeded ? 'landed' : 'reverted_final';
  return { attempts, outcome };
}

function withFee(record: SwapRecord, proof: ModelProof): SwapRecord {
  if (proof.kind !== 'landed') return record;
  return { ...record, swap: { ...record.swap, feeSpent: record.swap.feeSpent + proof.feePaid } };
}

function isIncluded({ inclusion }: Attempt): boolean {
  return inclusion.status === 'included' || inclusion.status === 'final';
}

/** The same attempt where there is no news. */
function observeAttempt(attempt: Attempt, { attempts, head }: Observed, deep: bigint): Attempt {
  const { inclusion } = attempt;
  const seen = attempts.get(attempt.txId) ?? inclusion;
  if (inclusion.status === 'final' && !contradictsFinal(inclusion, seen, head)) return attempt;
  const isDeep =
    (seen.status === 'included' || seen.status === 'final') && seen.block.number <= deep;
  if (!isSame(inclusion, seen))
    return { ...attempt, inclusion: seen, progressed: seen.status === 'final' || isDeep };
  return isDeep && !attempt.progressed ? { ...attempt, progressed: true } : attempt;
}

/** What takes back that an attempt is final: what a later final block shows in its place. */
function contradictsFinal(
  before: Extract<Inclusion, { block: unknown }>,
  seen: Inclusion,
  { latest, final }: Observed['head'],
): boolean {
  if (before.block.number > final && before.block.number <= latest) return false;
  if (!('block' in seen) || seen.block.hash !== before.block.hash) return true;
  return seen.status === 'final' && seen.succeeded !== before.succeeded;
}

function isSame(a: Inclusion, b: Inclusion): boolean {
  if (a.status === 'unseen' || a.status === 'pending') return a.status === b.status;
  if (b.status === 'unseen' || b.status === 'pending' || a.status !== b.status) return false;
  return (
    a.block.hash === b.block.hash &&
    a.block.number === b.block.number &&
    a.succeeded === b.succeeded
  );
}

/**
 * The lower answer of the same final block, the answer of a later one, and none of an older block
 * that the chain has.
 */
function believedNonce(state: JournalState, { finalNonce, head }: Observed): bigint | undefined {
  const { finalNonce: before = 0n, finalNonceBlock: block } = state;
  if (finalNonce === undefined) return undefined;
  if (block !== undefined && block > head.final && block <= head.latest) return undefined;
  return block === head.final && before < finalNonce ? before : finalNonce;
}

/** Whether the lease is over by it and was not, or the other way round. */
function isCorrected(
  { finalNonce: before = 0n }: JournalState,
  lease: LeaseRecord,
  final: bigint | undefined,
): boolean {
  return (
    lease.state === 'signed' && final !== undefined && lease.nonce < final !== lease.nonce < before
  );
}

/** Stored of an account only while a signed lease of it could be used up. */
function withFinalNonce(state: JournalState, observed: Observed): JournalState {
  const isSigned = state.swaps.some(({ steps }) =>
    steps.some(({ lease }) => lease?.state === 'signed'),
  );
  const final = believedNonce(state, observed);
  if (final === undefined || !isSigned) return state;
  const judged = (step: StepRecord): StepRecord =>
    step.lease
      ? { ...step, lease: { ...step.lease, overAtFinal: step.lease.nonce < final } }
      : step;
  const swaps = state.swaps.map((record) => ({ ...record, steps: record.steps.map(judged) }));
  return { ...state, finalNonce: final, finalNonceBlock: observed.head.final, swaps };
}

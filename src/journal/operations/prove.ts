import { randomUUID } from 'node:crypto';
import { assertNever } from '../../core/assert-never.ts';
import type { ChainName, Family } from '../../core/chains.ts';
import type { AttemptId, LeaseId, OrderId, ProofId, StepId, WalletId } from '../../core/ids.ts';
import { type AttemptKind, isPayment, type LeaseState, type StepOutcome } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { LeaseProof } from '../../ports/chain-adapter.ts';
import type { ProofRecord } from '../../ports/journal.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { callNext } from '../writes/call-next.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';
import { assertVersion, broken, lockSwaps } from '../writes/lock-swap.ts';
import { reopenedNeed } from '../writes/void-leases.ts';
import { boostFees } from './boost.ts';
import { largestFee } from './commit.ts';
import { correctEnd, type ProvenStep } from './correct-end.ts';

type Landed = Extract<LeaseProof, { kind: 'landed' }>;

interface Subject extends ProvenStep {
  state: LeaseState;
  family: Family;
  chain: ChainName;
  wallet_id: WalletId;
  account: string;
  nonce: bigint | null;
  step_id: StepId;
  generation: number;
  order_id: OrderId | null;
  /** Which of the attempt's messages is the step's, where it shares them with others. */
  message: number | null;
}

interface LandedAttempt {
  id: AttemptId;
  kind: AttemptKind;
  order_id: OrderId | null;
}

/** The next generation of a step opens here and nowhere else. A lease that serves several swaps is proven for all of them at once. */
export async function prove(session: SqlSession, request: ProofRecord): Promise<ProofId> {
  const { leaseId, proof } = request;
  const steps = await lockSteps(session, request);
  const [lease] = steps;
  const proofId = await insertProof(session, leaseId, proof);
  const landed = proof.kind === 'landed' ? await finalizeAttempt(session, leaseId, proof) : undefined;
  if (!landed) await assertNoneIncluded(session, leaseId);
  // A child lands with its attempt. Which of several did is not asked: at most it was the dearest.
  const childFee = landed ? largestFee(await boostFees(session, landed.id)) : 0n;

  const isOurs = await isSpentByOurselves(session, lease.chain, leaseId, proof);
  await closeLease(session, leaseId, isOurs ? 'expired' : closedState(proof), proofId);
  await settleReservations(session, lease, leaseId, proof);
  for (const [index, step] of steps.entries()) {
    const outcome = landed && proof.kind === 'landed' ? outcomeOf(landed.kind, step, proof) : 'dead';
    await session.query('update steps set outcome = $2, proof_id = $3 where id = $1', [step.step_id, outcome, proofId]);
    await settleAllowance(session, step, leaseId, outcome, proof);
    if (landed && proof.kind === 'landed') {
      const landedOrder = outcome === 'landed' && isPayment(step.kind) ? (landed.order_id ?? step.order_id) : null;
      // What a claim costs on the destination chain is in another coin.
      await session.query(
        `update swaps set fee_spent = fee_spent + case when from_chain = $4 then $2::numeric else 0 end,
           landed_order = coalesce($3, landed_order)
         where id = $1`,
        [step.swap_id, shareOf(proof.feePaid + childFee, index, steps.length), landedOrder, step.chain],
      );
    }
    const event = { type: 'lease_proven', data: summary(request, step, outcome, proofId) } as const;
    await changeSwap(session, { swapId: step.swap_id, event, progress: true });
    if (step.has_ended) await correctEnd(session, step, outcome);
  }
  if (proof.kind === 'used_by_stranger' && !isOurs) {
    await freezeWallet(session, lease.wallet_id, strangerUsed(lease));
  }
  await callNext(session, { walletId: lease.wallet_id, chain: lease.chain, family: lease.family });
  return proofId;
}

/** Equal parts; what does not divide is the first one's. */
function shareOf(fee: bigint, index: number, shares: number): bigint {
  const part = fee / BigInt(shares);
  return index === 0 ? fee - part * BigInt(shares - 1) : part;
}

type ClosedState = Extract<LeaseState, 'consumed' | 'expired' | 'dead'>;

function closedState({ kind }: ProofRecord['proof']): ClosedState {
  switch (kind) {
    case 'landed':
      return 'consumed';
    case 'expired':
      return 'expired';
    case 'used_by_stranger':
      return 'dead';
    default:
      return assertNever(kind, 'proof');
  }
}

function outcomeOf(kind: AttemptKind, { message }: Subject, { succeeded, results }: Landed): StepOutcome {
  if (kind === 'cancel') return 'dead';
  return ((message === null ? undefined : results?.[message]) ?? succeeded) ? 'landed' : 'reverted_final';
}

/** The steps of a signed lease, under the locks of their swaps. */
async function lockSteps(session: SqlSession, request: ProofRecord): Promise<readonly [Subject, ...Subject[]]> {
  const { swapId, leaseId, version } = request;
  // A lease that is signed gets no other steps any more.
  const locked = await lockSwaps(session, [
    swapId,
    ...(await readSubjects(session, leaseId)).map(({ swap_id: id }) => id),
  ]);
  const swap = locked.find(({ id }) => id === swapId);
  if (!swap) throw new FerrymanError('NOT_FOUND', `there is no swap ${swapId}`);
  assertVersion(swap, version);
  const [lease, ...others] = await readSubjects(session, leaseId);
  const isOfSwap = [lease, ...others].some((step) => step?.swap_id === swapId);
  if (lease?.state !== 'signed' || !isOfSwap) {
    const state = isOfSwap ? lease?.state : 'not there';
    throw broken('proof_of_signed_lease', `lease ${leaseId} of swap ${swapId} is ${state}, not signed`);
  }
  return [lease, ...others];
}

function readSubjects(session: SqlSession, leaseId: LeaseId): Promise<Subject[]> {
  return session.query<Subject>(
    `select l.state, l.family, l.chain, l.wallet_id, l.account, l.nonce, st.id as step_id, st.swap_id, st.kind, st.generation,
       st.order_id, own.message, has_ended(s) as has_ended
     from leases l join lease_steps ls on ls.lease_id = l.id join steps st on st.id = ls.step_id left join swaps s on s.id = st.swap_id
     left join attempts a on a.lease_id = l.id
     left join attempt_steps own on own.attempt_id = a.id and own.step_id = st.id
     where l.id = $1 and (a.id is null or a.seq = 1)
     order by own.message, st.position`,
    [leaseId],
  );
}

async function insertProof(session: SqlSession, leaseId: LeaseId, proof: ProofRecord['proof']): Promise<ProofId> {
  const id = randomUUID() as ProofId;
  const { evidence, ...finding } = proof;
  const { rule, endpoints, anchor, answers, usedBy } = evidence;
  await session.query(
    `insert into proofs (id, rule, evidence, endpoints, anchor_number, anchor_hash)
     values ($1, $2, $3::jsonb, $4::jsonb, $5, $6)`,
    [
      id,
      rule,
      encodeJson({ leaseId, finding, answers, ...(usedBy ? { usedBy } : {}) }),
      encodeJson(endpoints),
      anchor.number,
      anchor.hash,
    ],
  );
  return id;
}

/** The attempt that landed is final from now on, whatever was seen before; but what was final already is not contradicted. */
async function finalizeAttempt(session: SqlSession, leaseId: LeaseId, proof: Landed): Promise<LandedAttempt> {
  await session.query(
    `update attempts set status = 'unseen', block_number = null, block_hash = null, succeeded = null, results = null, fee_paid = null
     where lease_id = $1 and tx_id <> $2 and status = 'included'`,
    [leaseId, proof.txId],
  );
  const [attempt] = await session.query<LandedAttempt>(
    `update attempts set status = 'final', block_number = $3, block_hash = $4, succeeded = $5, fee_paid = $6, results = $7::text[]::boolean[],
       progressed = true
     where lease_id = $1 and tx_id = $2
       and (status <> 'final' or (succeeded = $5 and results is not distinct from $7::text[]::boolean[]))
     returning id, kind, order_id`,
    [
      leaseId,
      proof.txId,
      proof.block.number,
      proof.block.hash,
      proof.succeeded,
      proof.feePaid,
      proof.results?.map(String) ?? null,
    ],
  );
  if (!attempt) {
    throw broken('proof_of_attempt', `lease ${leaseId} has no attempt ${proof.txId} that ended like this`);
  }
  return attempt;
}

/** Two observations that contradict each other open no next generation. */
async function assertNoneIncluded(session: SqlSession, leaseId: LeaseId): Promise<void> {
  const [included] = await session.query<{ tx_id: string }>(
    `select tx_id from attempts where lease_id = $1 and status in ('included', 'final')`,
    [leaseId],
  );
  if (included) throw broken('proof_of_absence', `lease ${leaseId} was used by our own ${included.tx_id}`);
}

/**
 * Whether what used the lease are transactions of our own, and nobody else's. A child that was given up for lost may land after all, and then has
 * what comes back of its parent been spent by ourselves; its fee is in the fees of its parent's swap. An attempt of another swap spent what an
 * endpoint that was late showed as unspent; one of the same swap may have paid for it, against what was proven before.
 */
async function isSpentByOurselves(
  session: SqlSession,
  chain: ChainName,
  leaseId: LeaseId,
  proof: ProofRecord['proof'],
): Promise<boolean> {
  const { usedBy = [] } = proof.evidence;
  if (proof.kind !== 'used_by_stranger' || usedBy.length === 0) return false;
  const known = await session.query(
    `select tx_id from boosts where chain = $1 and tx_id = any($2::text[])
     union
     select a.tx_id from attempts a where a.chain = $1 and a.tx_id = any($2::text[]) and not exists (
       select from lease_steps ls join steps st on st.id = ls.step_id join steps own on own.swap_id = st.swap_id
       join lease_steps mine on mine.step_id = own.id
       where ls.lease_id = a.lease_id and mine.lease_id = $3)`,
    [chain, usedBy, leaseId],
  );
  return known.length === new Set(usedBy).size;
}

/** The lease first: its steps are bound to it until it is closed. */
async function closeLease(session: SqlSession, leaseId: LeaseId, state: ClosedState, proofId: ProofId): Promise<void> {
  await session.query('update leases set state = $2, proof_id = $3 where id = $1', [leaseId, state, proofId]);
  await session.query('update lease_steps set live = false where lease_id = $1', [leaseId]);
  await session.query('update outpoints set live = false where lease_id = $1', [leaseId]);
}

/**
 * What landed has taken from the wallet, if only a fee: it counts as reserved until balances are read at or after its block. Earlier
 * proven ones that have been read since are let go here.
 */
async function settleReservations(
  session: SqlSession,
  { wallet_id: walletId, chain }: Subject,
  leaseId: LeaseId,
  proof: ProofRecord['proof'],
): Promise<void> {
  await session.query('update reservations set included_block = $2, released = $3 where lease_id = $1', [
    leaseId,
    proof.kind === 'landed' ? proof.block.number : null,
    proof.kind !== 'landed',
  ]);
  await session.query(
    `update reservations set released = true where (lease_id, step_id, token) in (
       select r.lease_id, r.step_id, r.token
       from reservations r
       join leases l on l.id = r.lease_id and l.state = 'consumed'
       join assets a on a.wallet_id = r.wallet_id and a.chain = r.chain and a.token = r.token and r.included_block <= a.block
       where r.wallet_id = $1 and r.chain = $2 and not r.released
       for no key update of r skip locked)`,
    [walletId, chain],
  );
}

async function settleAllowance(
  session: SqlSession,
  lease: Subject,
  leaseId: LeaseId,
  outcome: StepOutcome,
  proof: ProofRecord['proof'],
): Promise<void> {
  const block = proof.kind === 'landed' ? proof.block.number : null;
  if (lease.kind === 'approve' || lease.kind === 'revoke') {
    await session.query('update allowances set approve_step = null where approve_step = $1', [lease.step_id]);
    // An allowance that was read before the approve landed says nothing any more; one below what it gave may have been read on another fork.
    if (outcome === 'landed') {
      await session.query(
        `update allowances al set confirmed = null, confirmed_block = null from steps st
         where st.id = $1 and al.wallet_id = st.wallet_id and al.chain = st.chain and al.token = st.token
           and al.spender = st.spender and (al.confirmed_block < $2 or al.confirmed < st.allowance_value)`,
        [lease.step_id, block],
      );
    }
  } else if (outcome === 'landed') {
    await session.query('update allowance_needs set included_block = $2 where lease_id = $1', [leaseId, block]);
  } else {
    await session.query(`update allowance_needs n set ${reopenedNeed} where n.lease_id = $1 and n.state = 'signed'`, [
      leaseId,
    ]);
  }
}

function strangerUsed({ nonce, account, chain }: Subject): string {
  const used = nonce === null ? 'a coin' : `nonce ${nonce}`;
  return `${used} of ${account} on ${chain} was used by a transaction that the journal does not know: someone else signs with this key`;
}

function summary(
  { leaseId, proof }: ProofRecord,
  lease: Subject,
  outcome: StepOutcome,
  proofId: ProofId,
): Record<string, unknown> {
  const { kind: step, generation, chain, nonce } = lease;
  const { rule } = proof.evidence;
  const terms = nonce === null ? {} : { nonce };
  const facts = { leaseId, proofId, rule, finding: proof.kind, step, generation, outcome, chain, ...terms };
  if (proof.kind !== 'landed') return facts;
  const { txId, succeeded, feePaid } = proof;
  return { ...facts, txId, block: proof.block.number, succeeded, feePaid };
}

import { randomUUID } from 'node:crypto';
import { assertNever } from '../../core/assert-never.ts';
import type { ChainName } from '../../core/chains.ts';
import type { AttemptId, LeaseId, OrderId, ProofId, StepId, WalletId } from '../../core/ids.ts';
import { type AttemptKind, isPayment, type LeaseState, type StepKind, type StepOutcome } from '../../core/swap.ts';
import type { LeaseProof } from '../../ports/chain-adapter.ts';
import type { ProofRecord } from '../../ports/journal.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';
import { broken, lockSwapAt } from '../writes/lock-swap.ts';
import { reopenedNeed } from '../writes/void-leases.ts';
import { boostFees } from './boost.ts';
import { largestFee } from './commit.ts';

type Landed = Extract<LeaseProof, { kind: 'landed' }>;

interface Subject {
  state: LeaseState;
  chain: ChainName;
  wallet_id: WalletId;
  account: string;
  nonce: bigint | null;
  step_id: StepId;
  kind: StepKind;
  generation: number;
}

interface LandedAttempt {
  id: AttemptId;
  kind: AttemptKind;
  order_id: OrderId | null;
}

/** The next generation of a step opens here and nowhere else. */
export async function prove(session: SqlSession, request: ProofRecord): Promise<ProofId> {
  const { swapId, leaseId, proof } = request;
  await lockSwapAt(session, request);
  const lease = await readSubject(session, request);
  const proofId = await insertProof(session, leaseId, proof);
  let outcome: StepOutcome = 'dead';
  let landedOrder: OrderId | null = null;
  let childFee = 0n;
  if (proof.kind === 'landed') {
    const landed = await finalizeAttempt(session, leaseId, proof);
    // A child lands with its attempt. Which of several did is not asked: at most it was the dearest.
    childFee = largestFee(await boostFees(session, landed.id));
    outcome = outcomeOf(landed.kind, proof);
    if (outcome === 'landed' && isPayment(lease.kind)) landedOrder = landed.order_id;
  } else {
    await assertNoneIncluded(session, leaseId);
  }

  const isOurChild = await isSpentByChild(session, lease.chain, proof);
  await closeLease(session, leaseId, isOurChild ? 'expired' : closedState(proof), proofId);
  await session.query('update steps set outcome = $2, proof_id = $3 where id = $1', [lease.step_id, outcome, proofId]);
  await settleReservations(session, lease, leaseId, proof);
  await settleAllowance(session, lease, leaseId, outcome, proof);
  if (proof.kind === 'landed') {
    // What a claim costs on the destination chain is in another coin.
    await session.query(
      `update swaps set fee_spent = fee_spent + case when from_chain = $4 then $2::numeric else 0 end,
         landed_order = coalesce($3, landed_order)
       where id = $1`,
      [swapId, proof.feePaid + childFee, landedOrder, lease.chain],
    );
  } else if (proof.kind === 'used_by_stranger' && !isOurChild) {
    await freezeWallet(session, lease.wallet_id, strangerUsed(lease));
  }
  await changeSwap(session, {
    swapId,
    event: { type: 'lease_proven', data: summary(request, lease, outcome, proofId) },
    progress: true,
  });
  return proofId;
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

function outcomeOf(kind: AttemptKind, { succeeded }: Landed): StepOutcome {
  if (kind === 'cancel') return 'dead';
  return succeeded ? 'landed' : 'reverted_final';
}

async function readSubject(session: SqlSession, { swapId, leaseId }: ProofRecord): Promise<Subject> {
  const [lease] = await session.query<Subject>(
    `select l.state, l.chain, l.wallet_id, l.account, l.nonce, st.id as step_id, st.kind, st.generation
     from leases l join lease_steps ls on ls.lease_id = l.id join steps st on st.id = ls.step_id
     where l.id = $1 and st.swap_id = $2`,
    [leaseId, swapId],
  );
  if (lease?.state !== 'signed') {
    throw broken(
      'proof_of_signed_lease',
      `lease ${leaseId} of swap ${swapId} is ${lease?.state ?? 'not there'}, not signed`,
    );
  }
  return lease;
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
    `update attempts set status = 'unseen', block_number = null, block_hash = null, succeeded = null, fee_paid = null
     where lease_id = $1 and tx_id <> $2 and status = 'included'`,
    [leaseId, proof.txId],
  );
  const [attempt] = await session.query<LandedAttempt>(
    `update attempts set status = 'final', block_number = $3, block_hash = $4, succeeded = $5, fee_paid = $6, progressed = true
     where lease_id = $1 and tx_id = $2 and (status <> 'final' or succeeded = $5) returning id, kind, order_id`,
    [leaseId, proof.txId, proof.block.number, proof.block.hash, proof.succeeded, proof.feePaid],
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
 * Whether what used the lease are children of attempts, and nobody else: a child that was given up for lost may land after all, and then has
 * what comes back of its parent been spent by ourselves. Its fee is in the fees of its parent's swap.
 */
async function isSpentByChild(session: SqlSession, chain: ChainName, proof: ProofRecord['proof']): Promise<boolean> {
  const { usedBy = [] } = proof.evidence;
  if (proof.kind !== 'used_by_stranger' || usedBy.length === 0) return false;
  const known = await session.query('select tx_id from boosts where chain = $1 and tx_id = any($2::text[])', [
    chain,
    usedBy,
  ]);
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
    `update reservations set released = true where (lease_id, token) in (
       select r.lease_id, r.token
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

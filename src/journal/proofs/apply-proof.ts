import type { LeaseId, OrderId } from '../../core/swap/ids.ts';
import { isPayment, type StepOutcome } from '../../core/swap/swap.ts';
import { encodeJson } from '../json.ts';
import { dueLane } from '../lanes/due-lanes.ts';
import { deleteSlots } from '../lanes/leave-lane.ts';
import { largestFee } from '../lease/largest-fee.ts';
import { onlyRow } from '../only-row.ts';
import { feeFromStored } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';
import { broken } from '../writes/lock-swap.ts';
import { reopenedNeed } from '../writes/void-leases.ts';
import { clearApprove } from './clear-approve.ts';
import { finalizeExpressions, finalizeParameters, notOfLease } from './finalize-attempt.ts';
import { insertProofText, type NewProof, proofParameters } from './insert-proof.ts';
import { nextCheck } from './next-check.ts';
import type { StepOfLease, StepsOfLease } from './proven-step.ts';
import { type ClosedState, outcomeOf } from './read-verdict.ts';

interface Application extends NewProof {
  state: ClosedState;
  steps: StepsOfLease;
}

/**
 * Writes the proof and its consequences for the lease, its attempts, steps, reservations,
 * allowances, fees and slots. Returns the outcome of each step. The swaps are locked.
 */
export async function applyProof(
  session: SqlSession,
  application: Application,
): Promise<readonly StepOutcome[]> {
  const { leaseId, proof, state, steps } = application;
  const [lease] = steps;
  const landed = proof.kind === 'landed' ? proof : undefined;
  if (landed && !lease.attempt) throw notOfLease(leaseId, landed);
  if (!landed) await assertNoneIncluded(session, leaseId);
  const outcomes = outcomesOf(steps, proof);
  const hasLanded = outcomes.includes('landed');
  const { attempts } = onlyRow(
    await session.query<{ attempts: number }>(hasLanded ? writeLanded : writeOther, [
      ...finalizeParameters(leaseId, landed),
      ...proofParameters(application),
      state,
      encodeJson(stepRows(application, outcomes)),
      lease.wallet_id,
      lease.chain,
    ]),
  );
  if (landed && attempts === 0) throw notOfLease(leaseId, landed);
  for (const [index, step] of steps.entries()) {
    await clearApprove(session, step, outcomes[index] ?? 'dead', landed?.block.number);
  }
  if (state === 'dead') await freezeWallet(session, lease.wallet_id, explainExternalUse(lease));
  return outcomes;
}

/** The outcome of each step by the proof. */
export function outcomesOf(steps: StepsOfLease, proof: NewProof['proof']): StepOutcome[] {
  const kind = steps[0].attempt?.kind;
  return steps.map((step) =>
    proof.kind === 'landed' && kind ? outcomeOf(kind, step, proof) : 'dead',
  );
}

interface StepRow {
  step_id: string;
  swap_id: string;
  outcome: StepOutcome;
  /** Absent: nothing of the lease landed. */
  fee?: bigint;
  landed_order?: OrderId | null;
}

function stepRows({ proof, steps }: Application, outcomes: readonly StepOutcome[]): StepRow[] {
  const { attempt } = steps[0];
  return steps.map((step, index) => {
    const { step_id, swap_id, kind, order_id } = step;
    const outcome = outcomes[index] ?? 'dead';
    if (proof.kind !== 'landed' || !attempt) return { step_id, swap_id, outcome };
    // A CPFP child lands with its attempt. Which of several landed is not read, so the highest fee
    // counts.
    const fee = proof.feePaid + largestFee(attempt.boost_fees.map(feeFromStored));
    const landed_order =
      outcome === 'landed' && isPayment(kind) ? (attempt.order_id ?? order_id) : null;
    return { step_id, swap_id, outcome, fee: shareOf(fee, index, steps.length), landed_order };
  });
}

/** Equal parts; the remainder goes to the first one. */
export function shareOf(fee: bigint, index: number, shares: number): bigint {
  const part = fee / BigInt(shares);
  return index === 0 ? fee - part * BigInt(shares - 1) : part;
}

/**
 * The proof is written first, then the lease is closed, then its steps leave it and are closed.
 * Each part selects from the one before, because the triggers that enforce the laws see what was
 * written so far. No row is written twice.
 *
 * What the landed attempt took from the wallet, at least a fee, stays reserved until balances are
 * read at or after its block. Reservations of earlier proven leases are released here if such a
 * read exists. The fee of a claim is in the destination chain's coin, so it is not added.
 * @param need assignments and condition for the `allowance_needs n` of the lease
 */
const write = (need: string): string => `
  with ${finalizeExpressions}, proof as (${insertProofText(8)} returning id),
  given as (
    select * from jsonb_to_recordset($16::jsonb)
      as given(step_id uuid, swap_id uuid, outcome text, fee numeric, landed_order uuid)
  ), lease as (
    update leases set state = $15, proof_id = proof.id, doubt = null, checks = 0, check_at = ${nextCheck('0')}
    from proof where leases.id = $1 returning leases.id
  ), freed as (
    update lease_steps set live = false from lease where lease_steps.lease_id = lease.id returning lease_steps.step_id
  ), step as (
    update steps set outcome = given.outcome, proof_id = proof.id
    from proof, given join freed on freed.step_id = given.step_id where steps.id = given.step_id
  ), outpoint as (
    update outpoints set live = false where lease_id = $1
  ), reservation as (
    update reservations r set included_block = $3, released = $3::bigint is null or exists (
      select from assets a
      where a.wallet_id = r.wallet_id and a.chain = r.chain and a.token = r.token and a.block >= $3)
    where r.lease_id = $1
  ), read_reservation as (
    update reservations set released = true where (lease_id, step_id, token) in (
      select r.lease_id, r.step_id, r.token
      from reservations r
      join leases l on l.id = r.lease_id and l.state = 'consumed'
      join assets a on a.wallet_id = r.wallet_id and a.chain = r.chain and a.token = r.token and r.included_block <= a.block
      where r.wallet_id = $17 and r.chain = $18 and not r.released and r.lease_id <> $1
      for no key update of r skip locked)
  ), need as (
    update allowance_needs n set ${need}
  ), swap as (
    update swaps set fee_spent = fee_spent + case when from_chain = $18 then given.fee else 0 end,
      landed_order = coalesce(given.landed_order, swaps.landed_order)
    from given where swaps.id = given.swap_id and given.fee is not null
  ), slot as (
    ${deleteSlots('array[$1]', "'proven'")}
  ), called_lane as (
    ${dueLane('$17', '$18')}
  )
  select count(*)::int as attempts from landed`;

const writeLanded = write('included_block = $3 where n.lease_id = $1');
const writeOther = write(`${reopenedNeed} where n.lease_id = $1 and n.state = 'signed'`);

/** Contradictory observations must not open the next generation. */
async function assertNoneIncluded(session: SqlSession, leaseId: LeaseId): Promise<void> {
  const [included] = await session.query<{ tx_id: string }>(
    `select tx_id from attempts where lease_id = $1 and status in ('included', 'final')`,
    [leaseId],
  );
  if (included)
    throw broken('proof_of_absence', `lease ${leaseId} was used by our attempt ${included.tx_id}`);
}

function explainExternalUse({ nonce, account, chain }: StepOfLease): string {
  const used = nonce === null ? 'a coin' : `nonce ${nonce}`;
  return `${used} of ${account} on ${chain} was used by a transaction that is not in the journal: another program uses the key`;
}

import type { LeaseId } from '../../core/ids.ts';
import type { StepOutcome } from '../../core/swap.ts';
import type { ProofRecord } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { reopenedNeed } from '../writes/void-leases.ts';
import type { StepOfLease } from './proven-step.ts';

/**
 * What landed has taken from the wallet, if only a fee: it counts as reserved until balances are read at or after its block. Earlier
 * proven ones that have been read since are let go here.
 */
export async function settleReservations(
  session: SqlSession,
  { wallet_id: walletId, chain }: StepOfLease,
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

export async function settleAllowance(
  session: SqlSession,
  lease: StepOfLease,
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

import { randomUUID } from 'node:crypto';
import { assertNever } from '../../core/assert-never.ts';
import type { LeaseId, StepId } from '../../core/swap/ids.ts';
import type { LeaseTerms, Outpoint } from '../../core/swap/swap.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import { accountKey } from '../family-conditions.ts';
import { encodeJson } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';
import { type Change, changeParameters, changeStatement } from '../writes/change-statement.ts';
import { stale } from '../writes/lock-swap.ts';
import { useRow, writesOfCaps } from './cap-use.ts';
import type { Grant } from './judge-lease.ts';

/*
 * Parameters: the first twelve are those of `ofStep`, then come those of `writeLease`, then those
 * of the change.
 */

/** Uses the open step again, or creates one. */
const step = `
  insert into steps (id, swap_id, order_id, wallet_id, chain, kind, generation, token, spender, allowance_value)
  values ($2, $1, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (id) do update
  set order_id = excluded.order_id, wallet_id = excluded.wallet_id, chain = excluded.chain,
    token = excluded.token, spender = excluded.spender, allowance_value = excluded.allowance_value
  returning id`;

/**
 * Triggers check a lease's step against both rows, so each row selects from the rows that it needs.
 */
const leaseStep = `
  insert into lease_steps (lease_id, step_id) select lease.id, step.id from lease, step`;

const reservation = `
  insert into reservations (lease_id, step_id, wallet_id, chain, token, amount)
  select lease.id, step.id, $4, $5, reserve.token, reserve.amount
  from lease, step, jsonb_to_recordset($11::jsonb) as reserve(token text, amount numeric)`;

/**
 * A swap that waits in a lane has no timer. A worker that lost its lock may still sign for it, and
 * that must be followed: the swap leaves the lane and gets a timer.
 */
const laneEntry = `delete from lane_swaps where swap_id = $1 and not has_slot returning swap_id`;

const timer = `
  insert into timers (swap_id, due_at) select swap_id, now() from entry on conflict (swap_id) do nothing`;

const lease = `
  insert into leases (id, family, chain, wallet_id, account, nonce, key, native_token, holder, held_until)
  select $12::uuid, w.family, $5, w.id, $13, $14::bigint,
    coalesce(${accountKey('w.family', '$13')} || ':' || $14::bigint, $12::uuid::text),
    $15, $16, clock_timestamp() + $17::float8 * interval '1 millisecond'
  from wallets w where w.id = $4
  returning id`;

const outpoint = `insert into outpoints (chain, outpoint, lease_id) select $5, unnest($18::text[]), lease.id from lease`;

const account = `
  update wallet_chain
  set next_nonce = greatest(next_nonce, $14::bigint + 1), accounted_nonce = greatest(accounted_nonce, $19::bigint)
  where wallet_id = $4 and chain = $5`;

/** The need of the swap's order, if the step is a payment that has one. */
const need = `
  update allowance_needs set state = 'signed', lease_id = lease.id, amount = $22 from lease
  where swap_id = $1 and state = 'open' and token = $20 and spender = $21 returning order_id`;

/** The allowance of an approve or revoke. */
const allowance = `
  insert into allowances (wallet_id, chain, token, spender, approve_step)
  select $4, $5, $8, $9, step.id from step where $8 is not null
  on conflict (chain, wallet_id, token, spender) do update set approve_step = excluded.approve_step`;

const ofOneStep = [
  `step as (${step})`,
  `lease_step as (${leaseStep})`,
  `reservation as (${reservation})`,
  `entry as (${laneEntry})`,
  `timer as (${timer})`,
];

const writesOfLease = [
  `lease as (${lease})`,
  ...ofOneStep,
  `outpoint as (${outpoint})`,
  `account as (${account})`,
  `need as (${need})`,
  `allowance as (${allowance})`,
];
const gives = 'exists (select from need) as "isNeeded"';
const write = changeStatement('goes_on', { writes: writesOfLease, gives });
const writeUnderCaps = changeStatement('goes_on', {
  writes: [...writesOfLease, ...writesOfCaps('$23')],
  gives,
});

const writesOfJoin = ['lease as (select $12::uuid as id)', ...ofOneStep];
const join = changeStatement('goes_on', { writes: writesOfJoin });
const joinUnderCaps = changeStatement('goes_on', {
  writes: [...writesOfJoin, ...writesOfCaps('$13')],
});

interface Written {
  leaseId: LeaseId;
  stepId: StepId;
}

/** Writes a granted lease under the locks: step, lease, reservations, allowance. */
export async function writeLease(
  session: SqlSession,
  request: LeaseRequest,
  grant: Grant,
): Promise<Written> {
  const { need, account, nativeToken, holder, hold, chainNonce } = request;
  const { terms } = grant;
  const written = newIds(grant);
  const { isNeeded } = onlyRow(
    await session.query<{ isNeeded: boolean }>(request.caps ? writeUnderCaps : write, [
      ...ofStep(request, grant, written),
      account,
      nonceOf(terms) ?? null,
      nativeToken,
      holder,
      hold,
      terms.kind === 'outpoints' ? terms.outpoints : [],
      chainNonce ?? null,
      need?.token ?? null,
      need?.spender ?? null,
      need?.amount ?? null,
      ...(request.caps ? [useRow(request.caps)] : []),
      ...changeParameters(changeOf(request, grant, written)),
    ]),
  );
  if (need && !isNeeded)
    throw stale(request.swapId, 'its order does not need this allowance any more');
  return written;
}

/** Writes that a step joins a held lease. */
export async function writeJoin(
  session: SqlSession,
  request: LeaseRequest,
  grant: Grant & { leaseId: LeaseId },
): Promise<Written> {
  const written = { ...newIds(grant), leaseId: grant.leaseId };
  await session.query(request.caps ? joinUnderCaps : join, [
    ...ofStep(request, grant, written),
    ...(request.caps ? [useRow(request.caps)] : []),
    ...changeParameters(changeOf(request, grant, written)),
  ]);
  return written;
}

function newIds({ openStep }: Grant): Written {
  return { leaseId: randomUUID() as LeaseId, stepId: openStep ?? (randomUUID() as StepId) };
}

function ofStep(request: LeaseRequest, grant: Grant, { leaseId, stepId }: Written): SqlParameter[] {
  const { swapId, orderId, walletId, chain, kind, sets, reserve } = request;
  const { generation, allowanceValue } = grant;
  return [
    swapId,
    stepId,
    orderId ?? null,
    walletId,
    chain,
    kind,
    generation,
    sets?.token ?? null,
    sets?.spender ?? null,
    allowanceValue ?? null,
    encodeJson(reserve),
    leaseId,
  ];
}

function changeOf(
  request: LeaseRequest,
  { generation, terms, allowanceValue }: Grant,
  { leaseId }: Written,
): Change {
  const { kind: step, chain, account, reserve } = request;
  const data = {
    leaseId,
    step,
    generation,
    chain,
    account,
    ...eventTerms(terms),
    reserve,
    allowanceValue,
  };
  return { event: { type: 'lease_taken', data } };
}

/** The terms as the event shows them. */
function eventTerms(terms: LeaseTerms): { nonce?: bigint; outpoints?: readonly Outpoint[] } {
  if (terms.kind === 'outpoints') return { outpoints: terms.outpoints };
  const nonce = nonceOf(terms);
  return nonce === undefined ? {} : { nonce };
}

/** One column for both: a family has either nonces or seqnos. */
function nonceOf(terms: LeaseTerms): bigint | undefined {
  switch (terms.kind) {
    case 'nonce':
      return terms.nonce;
    case 'seqno':
      return terms.seqno;
    case 'expiry':
    case 'outpoints':
      return undefined;
    default:
      return assertNever(terms, 'lease terms');
  }
}

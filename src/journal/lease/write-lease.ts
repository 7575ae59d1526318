import { randomUUID } from 'node:crypto';
import { assertNever } from '../../core/assert-never.ts';
import type { LeaseId, StepId } from '../../core/ids.ts';
import type { LeaseTerms, Outpoint } from '../../core/swap.ts';
import type { LeaseRequest } from '../../ports/signing-records.ts';
import { encodeJson } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { stale } from '../writes/lock-swap.ts';

export interface Grant {
  /** The open step to use again; absent: a new one is made. */
  openStep: StepId | undefined;
  terms: LeaseTerms;
  allowanceValue?: bigint;
}

/** Writes what was decided: step, lease, reservations, allowance. */
export async function writeLease(
  session: SqlSession,
  request: LeaseRequest,
  grant: Grant,
): Promise<{ leaseId: LeaseId; stepId: StepId }> {
  const { chain, walletId, account, nativeToken, need, sets } = request;
  const { terms } = grant;
  const nonce = nonceOf(terms) ?? null;
  const step = await writeStep(session, request, grant);
  const leaseId = randomUUID() as LeaseId;
  await session.query(
    `with lease as (
       insert into leases (id, family, chain, wallet_id, account, nonce, key, native_token, holder, held_until)
       select $1::uuid, w.family, $2, w.id, $4, $5::bigint,
         coalesce((case w.family when 'evm' then lower($4) else $4 end) || ':' || $5::bigint, $1::uuid::text),
         $6, $7, clock_timestamp() + $8::float8 * interval '1 millisecond'
       from wallets w where w.id = $3
     ), outpoint as (
       insert into outpoints (chain, outpoint, lease_id) select $2, unnest($10::text[]), $1::uuid
     )
     update wallet_chain
     set next_nonce = greatest(next_nonce, $5::bigint + 1), accounted_nonce = greatest(accounted_nonce, $9::bigint)
     where wallet_id = $3 and chain = $2`,
    [
      leaseId,
      chain,
      walletId,
      account,
      nonce,
      nativeToken,
      request.holder,
      request.hold,
      request.chainNonce ?? null,
      terms.kind === 'outpoints' ? terms.outpoints : [],
    ],
  );
  await bindStep(session, request, { leaseId, stepId: step.id });
  if (need) await signNeed(session, request, need, leaseId);
  if (sets) {
    await session.query(
      'update allowances set approve_step = $5 where wallet_id = $1 and chain = $2 and token = $3 and spender = $4',
      [walletId, chain, sets.token, sets.spender, step.id],
    );
  }
  await recordLease(session, request, { leaseId, generation: step.generation, ...grant });
  return { leaseId, stepId: step.id };
}

/** Writes that a step goes with a lease which is held already. */
export async function writeJoin(
  session: SqlSession,
  request: LeaseRequest,
  grant: Grant & { leaseId: LeaseId },
): Promise<{ leaseId: LeaseId; stepId: StepId }> {
  const { leaseId } = grant;
  const step = await writeStep(session, request, grant);
  await bindStep(session, request, { leaseId, stepId: step.id });
  await recordLease(session, request, { ...grant, generation: step.generation });
  return { leaseId, stepId: step.id };
}

/** A swap that waits in a lane has no timer: what a worker signs for it that had lost its lock is followed all the same. */
async function bindStep(
  session: SqlSession,
  { swapId, walletId, chain, reserve }: LeaseRequest,
  { leaseId, stepId }: { leaseId: LeaseId; stepId: StepId },
): Promise<void> {
  await session.query(
    `with lease_step as (
       insert into lease_steps (lease_id, step_id) values ($1::uuid, $2::uuid)
     ), place as (
       delete from lane_swaps where swap_id = $6 and not has_slot returning swap_id
     ), timer as (
       insert into timers (swap_id, due_at) select swap_id, now() from place on conflict (swap_id) do nothing
     )
     insert into reservations (lease_id, step_id, wallet_id, chain, token, amount)
     select $1::uuid, $2::uuid, $3, $4, token, amount from jsonb_to_recordset($5::jsonb) as reserve(token text, amount numeric)`,
    [leaseId, stepId, walletId, chain, encodeJson(reserve), swapId],
  );
}

async function recordLease(
  session: SqlSession,
  { swapId, kind, chain, account, reserve }: LeaseRequest,
  { leaseId, generation, terms, allowanceValue }: Grant & { leaseId: LeaseId; generation: number },
): Promise<void> {
  const data = { leaseId, step: kind, generation, chain, account, ...shownTerms(terms), reserve, allowanceValue };
  await changeSwap(session, { swapId, event: { type: 'lease_taken', data } });
}

/** What an event says of them. */
function shownTerms(terms: LeaseTerms): { nonce?: bigint; outpoints?: readonly Outpoint[] } {
  if (terms.kind === 'outpoints') return { outpoints: terms.outpoints };
  const nonce = nonceOf(terms);
  return nonce === undefined ? {} : { nonce };
}

/** In one column: a family has the one or the other. */
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

async function writeStep(
  session: SqlSession,
  request: LeaseRequest,
  { openStep, allowanceValue }: Grant,
): Promise<{ id: StepId; generation: number }> {
  return onlyRow(
    await session.query<{ id: StepId; generation: number }>(
      `insert into steps (id, swap_id, order_id, wallet_id, chain, kind, generation, token, spender, allowance_value)
       values ($1, $2, $3, $4, $5, $6,
         1 + coalesce((select max(generation) from steps where swap_id = $2 and kind = $6 and id <> $1), 0), $7, $8, $9)
       on conflict (id) do update
       set order_id = excluded.order_id, wallet_id = excluded.wallet_id, chain = excluded.chain,
         token = excluded.token, spender = excluded.spender, allowance_value = excluded.allowance_value
       returning id, generation`,
      [
        openStep ?? randomUUID(),
        request.swapId,
        request.orderId ?? null,
        request.walletId,
        request.chain,
        request.kind,
        request.sets?.token ?? null,
        request.sets?.spender ?? null,
        allowanceValue ?? null,
      ],
    ),
  );
}

async function signNeed(
  session: SqlSession,
  { swapId }: LeaseRequest,
  need: NonNullable<LeaseRequest['need']>,
  leaseId: LeaseId,
): Promise<void> {
  const signed = await session.query(
    `update allowance_needs set state = 'signed', lease_id = $2, amount = $5
     where swap_id = $1 and state = 'open' and token = $3 and spender = $4 returning order_id`,
    [swapId, leaseId, need.token, need.spender, need.amount],
  );
  if (signed.length === 0) throw stale(swapId, 'its order does not need this allowance any more');
}

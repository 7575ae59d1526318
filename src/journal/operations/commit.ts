import { randomUUID } from 'node:crypto';
import type { ChainName } from '../../core/chains.ts';
import type { AttemptId, LeaseId, OrderId, StepId, SwapId, WalletId } from '../../core/ids.ts';
import { isPayment, isRecovery, type LeaseState, type StepKind } from '../../core/swap.ts';
import { type Fee, maximumFee } from '../../core/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { CommitRefusal, CommitRequest, CommitResult } from '../../ports/signing-records.ts';
import { encodeJson } from '../json.ts';
import { findStop } from '../lease/find-stop.ts';
import { onlyRow } from '../only-row.ts';
import { feeFromStored, type StoredFee } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { broken, isEnded, type LockedSwap, lockSwaps, stale } from '../writes/lock-swap.ts';

interface Subject {
  state: LeaseState;
  holder: string;
  in_time: boolean;
  family: string;
  chain: ChainName;
  wallet_id: WalletId;
  nonce: bigint | null;
  step_id: StepId;
  kind: StepKind;
  generation: number;
  order_id: OrderId | null;
  provider: string | null;
  open: boolean | null;
  signable: boolean | null;
  sendable: boolean | null;
  last_seq: number;
  newest: AttemptId | null;
  fees: StoredFee[];
  epoch: bigint;
}

/** A payment, or whatever else the step is, of one of the swaps that the attempt serves. */
interface Served extends Pick<CommitRequest, 'swapId' | 'orderId' | 'destinationAnchor'> {
  subject: Subject;
}

/**
 * Refuses, or writes the attempt; nothing in between. Cancelling is refused by a proof only: it must work while signing is stopped. What several
 * swaps are paid with is refused where it would be for one of them.
 */
export async function commit(session: SqlSession, request: CommitRequest): Promise<CommitResult> {
  const { swapId, leaseId, kind, replaces, txId, orderId, destinationAnchor, joined = [] } = request;
  const own = {
    swapId,
    ...(orderId === undefined ? {} : { orderId }),
    ...(destinationAnchor === undefined ? {} : { destinationAnchor }),
  };
  const wanted = [own, ...joined];
  const swaps = await lockSwaps(
    session,
    wanted.map((one) => one.swapId),
  );
  const served: Served[] = [];
  for (const one of wanted) {
    const swap = swaps.find(({ id }) => id === one.swapId);
    if (!swap) throw new FerrymanError('NOT_FOUND', `there is no swap ${one.swapId}`);
    const found = await refusalOrSubject(session, request, { ...one, swap });
    if (typeof found === 'string') {
      return { kind: 'refused', why: found, ...(one === own ? {} : { joined: one.swapId }) };
    }
    served.push({ ...one, subject: found });
  }
  const [{ subject }] = served as [Served, ...Served[]];
  // Dearer than the one that it knew of, it may be cheaper than the one that has come since: nobody would take it, and the next would be measured by it.
  if (replaces !== undefined && replaces !== subject.newest) return { kind: 'refused', why: 'lease_lost' };
  if (await isSigned(session, subject.chain, txId)) return { kind: 'refused', why: 'signed_before' };
  await assertAllServed(session, leaseId, served);
  if (!(await takeCoins(session, request, subject.chain))) return { kind: 'refused', why: 'coins_taken' };

  const attemptId = randomUUID() as AttemptId;
  const seq = subject.last_seq + 1;
  await insertAttempt(session, request, { attemptId, seq, subject });
  if (joined.length > 0) await insertShares(session, attemptId, served);
  if (kind === 'pay') await sign(session, request);
  else await reserveRise(session, leaseId, largestFee([request.fee]) - largestFee(subject.fees.map(feeFromStored)));

  const versions: number[] = [];
  for (const one of served) versions.push(await recordAttempt(session, request, one, seq));
  await giveSequence(session, swapId, attemptId, subject.epoch);
  return { kind: 'committed', attemptId, version: versions[0] ?? 0 };
}

async function refusalOrSubject(
  session: SqlSession,
  request: CommitRequest,
  { swap, swapId, orderId }: Pick<Served, 'swapId' | 'orderId'> & { swap: LockedSwap },
): Promise<CommitRefusal | Subject> {
  const hasEnded = isEnded(swap);
  if (hasEnded && request.kind !== 'cancel') return 'swap_ended';
  const subject = await readSubject(session, { leaseId: request.leaseId, swapId, orderId });
  // A transaction that was signed when a person ended its swap can still be cancelled.
  if (hasEnded && subject?.state !== 'signed') return 'swap_ended';
  if (!subject) return 'lease_lost';
  return (await refusalOf(session, request, subject, swap)) ?? subject;
}

/** A step that goes with the lease and is served by nothing under it would wait for what never comes. */
async function assertAllServed(session: SqlSession, leaseId: LeaseId, served: readonly Served[]): Promise<void> {
  const { steps } = onlyRow(
    await session.query<{ steps: number }>(
      'select count(*)::int as steps from lease_steps where lease_id = $1 and live',
      [leaseId],
    ),
  );
  if (steps === served.length) return;
  throw broken('every_step_of_lease', `lease ${leaseId} is for ${steps} steps, and the attempt for ${served.length}`);
}

/** False where another living lease has one of them, and then nothing is written. What an earlier attempt of this lease has added is had already. */
async function takeCoins(
  session: SqlSession,
  { leaseId, added = [] }: CommitRequest,
  chain: ChainName,
): Promise<boolean> {
  if (added.length === 0) return true;
  const taken = await session.query(
    'select from outpoints where chain = $1 and outpoint = any($2::text[]) and live and lease_id <> $3 limit 1',
    [chain, added, leaseId],
  );
  if (taken.length > 0) return false;
  await session.query(
    `insert into outpoints (chain, outpoint, lease_id, added) select $1, unnest($2::text[]), $3, true
     on conflict (lease_id, outpoint) do nothing`,
    [chain, added, leaseId],
  );
  return true;
}

/** What serves several swaps is of none of their orders in particular: each step has its own. */
async function insertAttempt(
  session: SqlSession,
  { leaseId, kind, txId, bytes, fee, joined = [] }: CommitRequest,
  { attemptId, seq, subject }: { attemptId: AttemptId; seq: number; subject: Subject },
): Promise<void> {
  const orderId = joined.length > 0 ? null : subject.order_id;
  await session.query(
    `insert into attempts (id, lease_id, family, chain, seq, kind, order_id, tx_id, bytes, fee, signed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, clock_timestamp())`,
    [attemptId, leaseId, subject.family, subject.chain, seq, kind, orderId, txId, bytes, encodeJson(fee)],
  );
}

async function insertShares(session: SqlSession, attemptId: AttemptId, served: readonly Served[]): Promise<void> {
  const shares = served.map(({ subject: { step_id } }, message) => ({ step_id, message }));
  await session.query(
    `insert into attempt_steps (attempt_id, step_id, message)
     select $1, step_id, message from jsonb_to_recordset($2::jsonb) as share(step_id uuid, message int)`,
    [attemptId, encodeJson(shares)],
  );
}

/** Returns the swap's new version. */
async function recordAttempt(
  session: SqlSession,
  { leaseId, kind, txId, fee, expires, added }: CommitRequest,
  { swapId, destinationAnchor, subject }: Served,
  seq: number,
): Promise<number> {
  const pays = kind === 'pay' && isPayment(subject.kind);
  if (pays && destinationAnchor !== undefined) {
    await session.query('update orders set destination_anchor = greatest(destination_anchor, $2) where id = $1', [
      subject.order_id,
      destinationAnchor,
    ]);
  }
  const { chain, nonce, generation } = subject;
  const bounds = { ...(nonce === null ? {} : { nonce }), ...(expires === undefined ? {} : { expires }) };
  const data = {
    leaseId,
    kind,
    seq,
    step: subject.kind,
    generation,
    chain,
    ...bounds,
    txId,
    fee,
    ...(added ? { added } : {}),
  };
  return await changeSwap(session, {
    swapId,
    event: { type: 'attempt_committed', data },
    ...(pays ? { state: 'executing', fundsState: 'in_flight' } : {}),
    progress: true,
  });
}

async function sign(session: SqlSession, { leaseId, expires }: CommitRequest): Promise<void> {
  await session.query(`update leases set state = 'signed', expires = $2 where id = $1`, [leaseId, expires ?? null]);
}

/** Equal transactions of two swaps are one transaction where nothing in them tells them apart, and only one of the swaps would be paid for. */
async function isSigned(session: SqlSession, chain: ChainName, txId: string): Promise<boolean> {
  const signed = await session.query('select id from attempts where chain = $1 and tx_id = $2', [chain, txId]);
  return signed.length > 0;
}

/**
 * Numbers attempts in the order of their COMMITs: who comes second waits here until the first one's is done. Last of all, so that nobody
 * waits longer, and nothing else is waited for meanwhile. Nothing is committed across a rollback that was noticed since the lease was read.
 */
async function giveSequence(session: SqlSession, swapId: SwapId, attemptId: AttemptId, epoch: bigint): Promise<void> {
  const given = await session.query(
    `with journal as (update journal_instance set committed = committed + 1 where epoch = $2 returning committed)
     update attempts set sequence = journal.committed from journal where id = $1 returning id`,
    [attemptId, epoch],
  );
  if (given.length === 0) throw stale(swapId, 'the journal was rolled back meanwhile');
}

/** The lease with its step, its order and what was signed under it; under the swap's lock. */
export async function readSubject(
  session: SqlSession,
  { leaseId, swapId, orderId }: Pick<CommitRequest, 'leaseId' | 'swapId'> & { orderId?: OrderId | undefined },
): Promise<Subject | undefined> {
  const [subject] = await session.query<Subject>(
    `select l.state, l.holder, l.held_until > clock_timestamp() as in_time, l.family, l.chain, l.wallet_id, l.nonce,
       st.id as step_id, st.kind, st.generation, coalesce($3, st.order_id) as order_id, o.provider, o.open,
       o.sign_by > clock_timestamp() as signable, o.good_until > clock_timestamp() as sendable,
       coalesce(a.last_seq, 0) as last_seq, a.newest, coalesce(a.fees, '[]') as fees,
       (select epoch from journal_instance) as epoch
     from leases l
     join lease_steps ls on ls.lease_id = l.id and ls.live
     join steps st on st.id = ls.step_id and st.swap_id = $2
     left join orders o on o.swap_id = $2
       and (o.id = coalesce($3, st.order_id) or (coalesce($3, st.order_id) is null and o.open))
     left join lateral (select max(seq) as last_seq, (array_agg(id order by seq desc))[1] as newest, json_agg(fee) as fees
       from attempts where lease_id = l.id) a on true
     where l.id = $1
     for no key update of l`,
    [leaseId, swapId, orderId ?? null],
  );
  return subject;
}

/** Why nothing more may be signed under the lease; nothing where it may. */
export async function refusalOf(
  session: SqlSession,
  request: Pick<CommitRequest, 'kind' | 'holder'>,
  subject: Subject,
  swap: { cancel_requested: boolean },
): Promise<CommitRefusal | undefined> {
  const unwanted = swap.cancel_requested ? refusalOfCancelled(request, subject) : undefined;
  return unwanted ?? (await refusal(session, request, subject));
}

async function refusal(
  session: SqlSession,
  { kind, holder }: Pick<CommitRequest, 'kind' | 'holder'>,
  lease: Subject,
): Promise<CommitRefusal | undefined> {
  const held = lease.state === 'held' && lease.holder === holder && lease.in_time;
  if (kind === 'pay' ? !held : lease.state !== 'signed') return 'lease_lost';
  if (kind === 'cancel') return undefined;
  const { wallet_id: walletId, chain, provider } = lease;
  if (await findStop(session, { walletId, chain, provider: provider ?? undefined })) return 'stopped';
  if (lease.order_id === null || !isPayment(lease.kind)) return undefined;
  const inTime = kind === 'pay' ? lease.open && lease.signable : lease.sendable;
  return inTime ? undefined : 'order_expired';
}

/** Nothing new is signed to pay. What fetches the money of a payment that was quicker is, and so is what gets an approval unstuck. */
function refusalOfCancelled({ kind }: Pick<CommitRequest, 'kind'>, { kind: step }: Subject): CommitRefusal | undefined {
  const paysAnew = kind === 'pay' && !isRecovery(step);
  return paysAnew || (kind === 'bump' && isPayment(step)) ? 'cancel_requested' : undefined;
}

export function largestFee(fees: readonly Fee[]): bigint {
  let largest = 0n;
  for (const fee of fees) {
    const most = maximumFee(fee);
    if (most > largest) largest = most;
  }
  return largest;
}

/** What a dearer attempt may cost beyond the dearest before it is reserved too. */
export async function reserveRise(session: SqlSession, leaseId: LeaseId, rise: bigint): Promise<void> {
  if (rise <= 0n) return;
  await session.query(
    `update reservations r set amount = r.amount + $2 from leases l
     where l.id = $1 and r.lease_id = l.id and r.token = l.native_token`,
    [leaseId, rise],
  );
}

import { randomUUID } from 'node:crypto';
import type { ChainName } from '../../core/chains.ts';
import type { AttemptId, LeaseId, OrderId, WalletId } from '../../core/ids.ts';
import { isEnd, isPayment, isRecovery, type LeaseState, type StepKind } from '../../core/swap.ts';
import { type Fee, maximumFee } from '../../core/transaction-object.ts';
import type { CommitRefusal, CommitRequest, CommitResult } from '../../ports/journal.ts';
import { encodeJson } from '../json.ts';
import { findStop } from '../lease/find-stop.ts';
import { feeFromStored, type StoredFee } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwap } from '../writes/lock-swap.ts';

interface Subject {
  state: LeaseState;
  holder: string;
  in_time: boolean;
  family: string;
  chain: ChainName;
  wallet_id: WalletId;
  nonce: bigint | null;
  kind: StepKind;
  generation: number;
  order_id: OrderId | null;
  provider: string | null;
  open: boolean | null;
  signable: boolean | null;
  sendable: boolean | null;
  last_seq: number;
  fees: StoredFee[];
}

/** Refuses, or writes the attempt; nothing in between. Cancelling is refused by an end only: it must work while signing is stopped. */
export async function commit(session: SqlSession, request: CommitRequest): Promise<CommitResult> {
  const { swapId, leaseId, kind, txId } = request;
  const swap = await lockSwap(session, swapId);
  if (isEnd(swap.state)) return { kind: 'refused', why: 'swap_ended' };
  const subject = await readSubject(session, request);
  if (!subject) return { kind: 'refused', why: 'lease_lost' };
  const why = await refusalOf(session, request, subject, swap);
  if (why) return { kind: 'refused', why };
  if (await isSigned(session, subject.chain, txId)) return { kind: 'refused', why: 'signed_before' };

  const attemptId = randomUUID() as AttemptId;
  const seq = subject.last_seq + 1;
  await session.query(
    `insert into attempts (id, lease_id, family, chain, seq, kind, order_id, tx_id, bytes, fee, signed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, clock_timestamp())`,
    [
      attemptId,
      leaseId,
      subject.family,
      subject.chain,
      seq,
      kind,
      subject.order_id,
      txId,
      request.bytes,
      encodeJson(request.fee),
    ],
  );
  if (kind === 'pay') await sign(session, request);
  else await reserveRise(session, leaseId, largestFee([request.fee]) - largestFee(subject.fees.map(feeFromStored)));

  const pays = kind === 'pay' && isPayment(subject.kind);
  if (pays && request.destinationAnchor !== undefined) {
    await session.query('update orders set destination_anchor = greatest(destination_anchor, $2) where id = $1', [
      subject.order_id,
      request.destinationAnchor,
    ]);
  }
  const { chain, nonce, generation } = subject;
  const { expires, fee } = request;
  const bounds = { ...(nonce === null ? {} : { nonce }), ...(expires === undefined ? {} : { expires }) };
  const data = { leaseId, kind, seq, step: subject.kind, generation, chain, ...bounds, txId, fee };
  const version = await changeSwap(session, {
    swapId,
    event: { type: 'attempt_committed', data },
    ...(pays ? { state: 'executing', fundsState: 'in_flight' } : {}),
    progress: true,
  });
  await giveSequence(session, attemptId);
  return { kind: 'committed', attemptId, version };
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
 * waits longer, and nothing else is waited for meanwhile.
 */
async function giveSequence(session: SqlSession, attemptId: AttemptId): Promise<void> {
  await session.query(
    `with journal as (update journal_instance set committed = committed + 1 returning committed)
     update attempts set sequence = journal.committed from journal where id = $1`,
    [attemptId],
  );
}

/** The lease with its step, its order and what was signed under it; under the swap's lock. */
export async function readSubject(
  session: SqlSession,
  request: Pick<CommitRequest, 'leaseId' | 'swapId' | 'orderId'>,
): Promise<Subject | undefined> {
  const [subject] = await session.query<Subject>(
    `select l.state, l.holder, l.held_until > clock_timestamp() as in_time, l.family, l.chain, l.wallet_id, l.nonce,
       st.kind, st.generation, coalesce($3, st.order_id) as order_id, o.provider, o.open,
       o.sign_by > clock_timestamp() as signable, o.good_until > clock_timestamp() as sendable,
       coalesce(a.last_seq, 0) as last_seq, coalesce(a.fees, '[]') as fees
     from leases l
     join lease_steps ls on ls.lease_id = l.id and ls.live
     join steps st on st.id = ls.step_id and st.swap_id = $2
     left join orders o on o.swap_id = $2
       and (o.id = coalesce($3, st.order_id) or (coalesce($3, st.order_id) is null and o.open))
     left join lateral (select max(seq) as last_seq, json_agg(fee) as fees from attempts where lease_id = l.id) a on true
     where l.id = $1
     for no key update of l`,
    [request.leaseId, request.swapId, request.orderId ?? null],
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

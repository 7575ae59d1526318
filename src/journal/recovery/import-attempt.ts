import { randomUUID } from 'node:crypto';
import type { LeaseId, StepId, SwapId } from '../../core/swap/ids.ts';
import { familiesOneAtATime } from '../../core/swap/one-at-a-time.ts';
import { isEnd, isPayment } from '../../core/swap/swap.ts';
import type { AttemptKey } from '../../ports/stores/recovery-store.ts';
import type { Wallet } from '../../ports/stores/wallet-store.ts';
import { accountKey } from '../family-conditions.ts';
import { takeOutOfLane } from '../lanes/leave-lane.ts';
import { onlyRow } from '../only-row.ts';
import type { StoredFee } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { followSigned } from '../writes/follow-signed.ts';
import { isEnded, lockSwap, lockSwaps } from '../writes/lock-swap.ts';
import { importBoost } from './import-boost.ts';
import { type ImportedShare, importLease, insertOutpoints } from './import-lease.ts';
import { importOrder } from './import-order.ts';
import { findKnownLease, importStep, type KnownLease } from './import-step.ts';
import { importSwap } from './import-swap.ts';
import { keyOf, type LostAttemptRow, lockLostAttempt } from './lost-attempt.ts';
import { refused, waits } from './not-importable.ts';
import { findHeld, voidHeldLeases } from './raise-epoch.ts';

type Lost = readonly [LostAttemptRow, ...LostAttemptRow[]];

/**
 * Writes a lost attempt as if it had just been committed. From then on it is observed, proven and
 * settled like any other. Returns false if there is nothing to import. Throws `NotImportable`.
 */
export async function importAttempt(session: SqlSession, key: AttemptKey): Promise<boolean> {
  // For this transaction only: the attempt's own lost row must not block its import.
  await session.query(`select set_config('ferryman.importing', 'on', true)`);
  const [first, ...others] = await lockLostAttempt(session, key);
  if (!first) return false;
  const lost: Lost = [first, ...others];
  if (lost.some((row) => row.refused !== null)) return false;
  if (first.boost_of !== null) {
    await importBoost(session, first, first.boost_of);
    await markImported(session, key);
    return true;
  }
  if (lost.length !== first.shares)
    throw refused(`its log has ${lost.length} of the ${first.shares} swaps that it pays`);
  const walletId = await findWallet(session, first);
  await assertInOrder(session, lost, walletId);
  await lockAll(session, lost, walletId);

  const swaps: SwapId[] = [];
  for (const row of lost) swaps.push(await importSwap(session, row, walletId));
  await lockSwaps(session, swaps);
  const known = await findKnownLeases(session, lost, swaps);
  if (known?.isOver) {
    await markImported(session, key);
    return true;
  }
  if (!known) await assertPositionFree(session, first);
  await (known
    ? addAttempt(session, first, known, swaps[0] as SwapId)
    : addLease(session, lost, swaps, walletId));
  for (const swapId of swaps) await followIfEnded(session, swapId);
  await markImported(session, key);
  return true;
}

async function findWallet(
  session: SqlSession,
  { account, family }: LostAttemptRow,
): Promise<Wallet['id']> {
  const [wallet] = await session.query<{ id: Wallet['id'] }>(
    `select id from wallets where family = $2 and ${accountKey('family', 'address')} = ${accountKey('family', '$1::text')}`,
    [account, family],
  );
  if (!wallet) throw refused(`the journal has no wallet with the account ${account}`);
  return wallet.id;
}

/**
 * Throws if an earlier attempt is not imported yet: one of the same swap, or one of the same
 * account if that has one lease at a time.
 */
async function assertInOrder(
  session: SqlSession,
  lost: Lost,
  walletId: Wallet['id'],
): Promise<void> {
  const [{ chain, account, sequence, family }] = lost;
  const own = lost.flatMap((row) => [
    row,
    ...row.retries.map(({ id, idem_key }) => ({ swap_id: id, idem_key })),
  ]);
  const hasOneLease = familiesOneAtATime.includes(family);
  const [earlier] = await session.query<{ tx_id: string; refused: string | null }>(
    `select tx_id, refused from lost_attempts
     where imported_at is null and adopted_at is null and sequence < $1
       and (swap_id = any($2::uuid[]) or idem_key = any($3::text[]) or ($4 and chain = $5 and account = $6))
     order by refused is null, sequence limit 1`,
    [
      sequence,
      own.map(({ swap_id: id }) => id),
      own.map(({ idem_key: key }) => key),
      hasOneLease,
      chain,
      account,
    ],
  );
  if (earlier && earlier.refused !== null)
    throw refused(`${earlier.tx_id}, which was signed before it, is not imported`);
  if (earlier) throw waits(`${earlier.tx_id}, which was signed before it, is not imported yet`);
  if (!hasOneLease) return;
  const occupying = await session.query(
    `select from leases where wallet_id = $1 and chain = $2 and state = 'signed' limit 1`,
    [walletId, chain],
  );
  if (occupying.length > 0 && !(await isOfSignedLease(session, lost[0], walletId))) {
    throw waits(`another transaction of ${account} is not proven yet`);
  }
}

/**
 * Whether it is another attempt under the lease that occupies the account. On Bitcoin only: on
 * other such chains a lease has one attempt.
 */
async function isOfSignedLease(
  session: SqlSession,
  lost: LostAttemptRow,
  walletId: Wallet['id'],
): Promise<boolean> {
  const same = await session.query(
    `select from lost_attempts lost
     join leases l on l.wallet_id = $4 and l.chain = lost.chain and l.state = 'signed' and is_of_lease(lost, l)
     where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3`,
    [...keyOf(lost), walletId],
  );
  return same.length > 0;
}

/**
 * Throws if another lease got the nonce or seqno after the rollback. That lease's proof decides
 * which of the two used it.
 */
async function assertPositionFree(
  session: SqlSession,
  { chain, account, nonce }: LostAttemptRow,
): Promise<void> {
  if (nonce === null) return;
  const [other] = await session.query<{ is_open: boolean }>(
    `select state = 'signed' or doubt is not null as is_open from leases
     where chain = $1 and nonce = $3 and ${accountKey('family', 'account')} = ${accountKey('family', '$2::text')}
       and state in ('signed', 'consumed', 'dead')`,
    [chain, account, nonce],
  );
  if (other?.is_open)
    throw waits(`another transaction with the number ${nonce} of ${account} is not proven yet`);
  if (other) throw refused(`another transaction has used the number ${nonce} of ${account}`);
}

/** A signed attempt of an ended swap is tracked to its proof, as after an end by a person. */
async function followIfEnded(session: SqlSession, swapId: SwapId): Promise<void> {
  if (isEnded(await lockSwap(session, swapId))) await followSigned(session, swapId);
}

/**
 * Locks, in the common order, the attempt's swaps, the swaps that they retry, and the swaps whose
 * held leases block it.
 */
async function lockAll(session: SqlSession, lost: Lost, walletId: Wallet['id']): Promise<void> {
  const [{ chain }] = lost;
  const held = await findHeld(session, walletId, chain);
  const keys = lost.flatMap((row) => [
    row.idem_key,
    ...row.retries.map(({ idem_key: key }) => key),
  ]);
  const known = await session.query<{ id: SwapId }>(
    'select id from swaps where idem_key = any($1::text[])',
    [keys],
  );
  await lockSwaps(session, [...known.map(({ id }) => id), ...held.flatMap(({ swaps }) => swaps)]);
  await voidHeldLeases(session, held);
}

async function findKnownLeases(
  session: SqlSession,
  lost: Lost,
  swaps: readonly SwapId[],
): Promise<KnownLease | undefined> {
  const known: (KnownLease | undefined)[] = [];
  for (const [index, row] of lost.entries())
    known.push(await findKnownLease(session, row, swaps[index] as SwapId));
  return known[0];
}

async function addLease(
  session: SqlSession,
  lost: Lost,
  swaps: readonly SwapId[],
  walletId: Wallet['id'],
): Promise<void> {
  const shares: ImportedShare[] = [];
  const generations: number[] = [];
  for (const [index, row] of lost.entries()) {
    const swapId = swaps[index] as SwapId;
    const pays = isPayment(row.step_kind);
    if (pays) await reopen(session, swapId, row);
    const orderId = await importOrder(session, row, swapId, { pays });
    const step = await importStep(session, row, { swapId, walletId, orderId });
    generations.push(step.generation);
    shares.push({ lost: row, swapId, stepId: step.id, orderId });
  }
  const [first, ...others] = shares as [ImportedShare, ...ImportedShare[]];
  const leaseId = await importLease(session, walletId, [first, ...others]);
  const attemptId = await insertAttempt(session, first, leaseId, others.length > 0);
  if (others.length > 0) await insertShares(session, attemptId, shares);
  await session.query(`update leases set state = 'signed', expires = $2 where id = $1`, [
    leaseId,
    first.lost.expires,
  ]);
  await insertOutpoints(session, first.lost, leaseId, { added: true });
  for (const [index, share] of shares.entries()) {
    await recordImport(session, share, {
      leaseId,
      attemptId,
      generation: generations[index] ?? 1,
      pays: isPayment(share.lost.step_kind),
    });
  }
}

/** Adds another attempt under a lease that the journal still has. */
async function addAttempt(
  session: SqlSession,
  lost: LostAttemptRow,
  { leaseId, stepId }: KnownLease,
  swapId: SwapId,
): Promise<void> {
  const orderId = await importOrder(session, lost, swapId, { pays: false });
  const share = { lost, swapId, stepId, orderId };
  const attemptId = await insertAttempt(session, share, leaseId, false);
  await insertOutpoints(session, lost, leaseId, { added: true });
  const { generation } = onlyRow(
    await session.query<{ generation: number }>('select generation from steps where id = $1', [
      stepId,
    ]),
  );
  await recordImport(session, share, { leaseId, attemptId, generation, pays: false });
}

/**
 * Reopens a swap that has ended as unpaid since: it was paid. If that payment fails, the swap ends
 * again, because a caller that saw the end may have paid otherwise.
 */
async function reopen(
  session: SqlSession,
  swapId: SwapId,
  { tx_id: txId, chain }: LostAttemptRow,
): Promise<void> {
  const swap = await lockSwap(session, swapId);
  if (!isEnded(swap)) return;
  const retried = await session.query('select from swaps where retry_of = $1', [swapId]);
  const { state, ended_as: endedAs, funds_state: before } = swap;
  const endedUnpaid = isEnd(state) && state !== 'settled' && state !== 'refunded';
  if (
    !endedUnpaid ||
    endedAs !== null ||
    retried.length > 0 ||
    (before !== 'untouched' && before !== 'unknown')
  ) {
    throw refused(`swap ${swapId} has ended as ${endedAs ?? state} since then`);
  }
  const message = `it had ended as ${state} before the journal recovered its payment ${txId} on ${chain}; it is not paid again`;
  const [to, fundsState, reason] = [
    'executing',
    'in_flight',
    { code: 'JOURNAL_WENT_BACK', message },
  ] as const;
  await changeSwap(session, {
    swapId,
    event: { type: 'state_changed', data: { from: state, to, fundsState, reason } },
    state: to,
    fundsState,
    reason,
    progress: true,
  });
  await session.query(
    'update swaps set cancel_requested_at = coalesce(cancel_requested_at, now()) where id = $1',
    [swapId],
  );
  await session.query(
    'insert into timers (swap_id, due_at) values ($1, now()) on conflict (swap_id) do nothing',
    [swapId],
  );
}

/** Keeps its number in the order of commits, unless another attempt has got it since. */
async function insertAttempt(
  session: SqlSession,
  { lost, orderId }: ImportedShare,
  leaseId: LeaseId,
  isShared: boolean,
): Promise<string> {
  const { id } = onlyRow(
    await session.query<{ id: string }>(
      `insert into attempts (id, lease_id, family, chain, seq, kind, order_id, tx_id, bytes, fee, signed_at)
       select case when exists (select from attempts where id = (lost.replay->'attempt'->>'id')::uuid) then $6::uuid
           else (lost.replay->'attempt'->>'id')::uuid end,
         l.id, l.family, l.chain, 1 + coalesce((select max(seq) from attempts where lease_id = l.id), 0), lost.attempt_kind, $5::uuid,
         lost.tx_id, lost.replay->'attempt'->>'bytes', lost.replay->'attempt'->'fee', (lost.replay->'attempt'->>'signed_at')::timestamptz
       from lost_attempts lost join leases l on l.id = $4
       where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
       returning id`,
      [...keyOf(lost), leaseId, isShared ? null : (orderId ?? null), randomUUID()],
    ),
  );
  const free = await session.query(
    `update attempts set sequence = $2 where id = $1 and not exists (select from attempts where sequence = $2) returning id`,
    [id, lost.sequence],
  );
  if (free.length === 0) {
    await session.query(
      `with journal as (update journal_instance set committed = committed + 1 returning committed)
       update attempts set sequence = journal.committed from journal where id = $1`,
      [id],
    );
  }
  return id;
}

async function insertShares(
  session: SqlSession,
  attemptId: string,
  shares: readonly ImportedShare[],
): Promise<void> {
  for (const { lost, stepId } of shares) {
    await session.query(
      'insert into attempt_steps (attempt_id, step_id, message) values ($1, $2, $3)',
      [attemptId, stepId, lost.message],
    );
  }
}

async function recordImport(
  session: SqlSession,
  { lost, swapId }: { lost: LostAttemptRow; swapId: SwapId; stepId: StepId },
  written: { leaseId: LeaseId; attemptId: string; generation: number; pays: boolean },
): Promise<void> {
  const { leaseId, attemptId, generation, pays } = written;
  await session.query(
    `update swaps s set cancel_requested_at = coalesce(s.cancel_requested_at, (lost.replay->'swap'->>'cancel_requested_at')::timestamptz)
     from lost_attempts lost
     where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3 and s.id = $4`,
    [...keyOf(lost), swapId],
  );
  const { seq, fee } = onlyRow(
    await session.query<{ seq: number; fee: StoredFee }>(
      'select seq, fee from attempts where id = $1',
      [attemptId],
    ),
  );
  const { chain, tx_id: txId, nonce, expires, step_kind: step, attempt_kind: kind } = lost;
  const bounds = { ...(nonce === null ? {} : { nonce }), ...(expires === null ? {} : { expires }) };
  const data = {
    leaseId,
    kind,
    seq,
    step,
    generation,
    chain,
    ...bounds,
    txId,
    fee,
    imported: true,
  };
  await changeSwap(session, {
    swapId,
    event: { type: 'attempt_committed', data },
    ...(pays ? { state: 'executing', fundsState: 'in_flight' } : {}),
    progress: true,
  });
  await takeOutOfLane(session, swapId);
}

async function markImported(session: SqlSession, { chain, txId }: AttemptKey): Promise<void> {
  await session.query(
    `update lost_attempts set imported_at = now() where chain = $1 and tx_id = $2 and imported_at is null and adopted_at is null`,
    [chain, txId],
  );
}

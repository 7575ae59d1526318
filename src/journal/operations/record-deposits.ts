import type { DepositPayment } from '../../core/deposits/deposit.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { DepositScan } from '../../ports/stores/deposit-store.ts';
import { reopenForDeposit } from '../deposits/reopen-for-deposit.ts';
import { encodeJson, storableText } from '../json.ts';
import {
  type DepositPaymentRow,
  depositPaymentColumns,
  depositPaymentFromRow,
} from '../rows/deposit-payment-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwap } from '../writes/lock-swap.ts';

/**
 * All targets without deposits cost two statements together; each one with a deposit costs some of
 * its own, under its swap's lock.
 */
export async function recordDeposits(
  session: SqlSession,
  scans: readonly DepositScan[],
): Promise<{ swapId: SwapId; version: number }[]> {
  const known = await readKnown(session, scans);
  const changed: { swapId: SwapId; version: number }[] = [];
  // Always in the same order, as locks are taken.
  for (const scan of scans.toSorted((one, other) => (one.swapId < other.swapId ? -1 : 1))) {
    const before = known.get(scan.orderId) ?? [];
    if (before.length === 0 && scan.payments.length === 0) continue;
    const version = await recordScan(session, scan);
    if (version !== undefined) changed.push({ swapId: scan.swapId, version });
  }
  await session.query(
    `update orders o set deposit_looked = case when scan.corrected then scan.until
         else greatest(coalesce(o.deposit_looked, o.deposit_anchor), scan.until) end,
       deposit_looked_at = case when scan.behind then null else now() - scan.ago * interval '1 millisecond' end,
       deposit_seen_until = greatest(o.deposit_seen_until, to_timestamp(scan.seen / 1000))
     from jsonb_to_recordset($1::jsonb) as scan(id uuid, until numeric, corrected boolean, behind boolean, ago float8, seen float8) where o.id = scan.id`,
    [
      encodeJson(
        scans.map(({ orderId: id, scannedUntil: until, ago = 0, seenUntil: seen, ...scan }) => {
          const { isCorrected: corrected = false, isBehind: behind = false } = scan;
          return { id, until, corrected, behind, ago, seen };
        }),
      ),
    ],
  );
  return changed;
}

async function readKnown(
  session: SqlSession,
  scans: readonly DepositScan[],
): Promise<Map<string, DepositPayment[]>> {
  const rows = await session.query<DepositPaymentRow & { order_id: string }>(
    `select p.order_id, ${depositPaymentColumns} from deposit_payments p where p.order_id = any($1::uuid[]) and p.on_chain`,
    [scans.map(({ orderId }) => orderId)],
  );
  const known = new Map<string, DepositPayment[]>();
  for (const row of rows) {
    known.set(row.order_id, [...(known.get(row.order_id) ?? []), depositPaymentFromRow(row)]);
  }
  return known;
}

/** The swap's new version; undefined if nothing changed that a worker waits for. */
async function recordScan(session: SqlSession, scan: DepositScan): Promise<number | undefined> {
  const { swapId, payments } = scan;
  const swap = await lockSwap(session, swapId);
  // Read again under the lock: two watchers may check the same target at once.
  const before = (await readKnown(session, [scan])).get(scan.orderId) ?? [];
  const same = (one: DepositPayment) => (other: DepositPayment) =>
    one.txId === other.txId && one.index === other.index;
  const changed = payments.filter((payment) => {
    const old = before.find(same(payment));
    return !old || (!old.final && (payment.final || payment.block.hash !== old.block.hash));
  });
  // A deposit in a block that was not read, or that an endpoint does not have yet, is not gone.
  const gone = before.filter(
    (old) => !old.final && old.block.number <= scan.scannedUntil && !payments.some(same(old)),
  );
  for (const payment of changed) await store(session, scan, payment);
  for (const { txId, index } of gone) {
    await session.query(
      'update deposit_payments set on_chain = false where order_id = $1 and tx_id = $2 and index = $3 and not final',
      [scan.orderId, txId, index],
    );
  }
  const changedVersion =
    changed.length + gone.length === 0
      ? undefined
      : await changeSwap(session, {
          swapId,
          event: {
            type: 'deposit_seen',
            data: { orderId: scan.orderId, payments: changed, gone: gone.map(({ txId }) => txId) },
          },
          quiet:
            swap.state !== 'awaiting_deposit' &&
            swap.state !== 'confirming' &&
            swap.state !== 'needs_review',
        });
  return (await reopenForDeposit(session, swap, scan.orderId)) ?? changedVersion;
}

async function store(
  session: SqlSession,
  { orderId }: DepositScan,
  payment: DepositPayment,
): Promise<void> {
  const { txId, index, amount, memo, payer, block, at, final } = payment;
  await session.query(
    `insert into deposit_payments (order_id, tx_id, index, amount, memo, payer, block_number, block_hash, at, final)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict on constraint deposit_payments_once do update
     set amount = excluded.amount, memo = excluded.memo, payer = excluded.payer, block_number = excluded.block_number,
       block_hash = excluded.block_hash, at = excluded.at, final = excluded.final, on_chain = true
     where not deposit_payments.final`,
    [
      orderId,
      txId,
      index,
      amount,
      memo === undefined ? null : storableText(memo),
      payer ?? null,
      block.number,
      block.hash,
      timestamp(at),
      final,
    ],
  );
}

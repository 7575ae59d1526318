import type { DepositPayment } from '../../core/deposits/deposit.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { DepositLook } from '../../ports/stores/deposit-store.ts';
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
  looks: readonly DepositLook[],
): Promise<{ swapId: SwapId; version: number }[]> {
  const known = await readKnown(session, looks);
  const changed: { swapId: SwapId; version: number }[] = [];
  // Always in the same order, as locks are taken.
  for (const look of looks.toSorted((one, other) => (one.swapId < other.swapId ? -1 : 1))) {
    const before = known.get(look.orderId) ?? [];
    if (before.length === 0 && look.payments.length === 0) continue;
    const version = await recordLook(session, look);
    if (version !== undefined) changed.push({ swapId: look.swapId, version });
  }
  await session.query(
    `update orders o set deposit_looked = case when look.corrected then look.until
         else greatest(coalesce(o.deposit_looked, o.deposit_anchor), look.until) end,
       deposit_looked_at = case when look.behind then null else now() - look.ago * interval '1 millisecond' end,
       deposit_seen_until = greatest(o.deposit_seen_until, to_timestamp(look.seen / 1000))
     from jsonb_to_recordset($1::jsonb) as look(id uuid, until numeric, corrected boolean, behind boolean, ago float8, seen float8) where o.id = look.id`,
    [
      encodeJson(
        looks.map(({ orderId: id, lookedUntil: until, ago = 0, seenUntil: seen, ...look }) => {
          const { isCorrected: corrected = false, isBehind: behind = false } = look;
          return { id, until, corrected, behind, ago, seen };
        }),
      ),
    ],
  );
  return changed;
}

async function readKnown(
  session: SqlSession,
  looks: readonly DepositLook[],
): Promise<Map<string, DepositPayment[]>> {
  const rows = await session.query<DepositPaymentRow & { order_id: string }>(
    `select p.order_id, ${depositPaymentColumns} from deposit_payments p where p.order_id = any($1::uuid[]) and p.on_chain`,
    [looks.map(({ orderId }) => orderId)],
  );
  const known = new Map<string, DepositPayment[]>();
  for (const row of rows) {
    known.set(row.order_id, [...(known.get(row.order_id) ?? []), depositPaymentFromRow(row)]);
  }
  return known;
}

/** The swap's new version; undefined if nothing changed that a worker waits for. */
async function recordLook(session: SqlSession, look: DepositLook): Promise<number | undefined> {
  const { swapId, payments } = look;
  const swap = await lockSwap(session, swapId);
  // Read again under the lock: two watchers may check the same target at once.
  const before = (await readKnown(session, [look])).get(look.orderId) ?? [];
  const same = (one: DepositPayment) => (other: DepositPayment) =>
    one.txId === other.txId && one.index === other.index;
  const changed = payments.filter((payment) => {
    const old = before.find(same(payment));
    return !old || (!old.final && (payment.final || payment.block.hash !== old.block.hash));
  });
  // A deposit in a block that was not read, or that an endpoint does not have yet, is not gone.
  const gone = before.filter(
    (old) => !old.final && old.block.number <= look.lookedUntil && !payments.some(same(old)),
  );
  for (const payment of changed) await store(session, look, payment);
  for (const { txId, index } of gone) {
    await session.query(
      'update deposit_payments set on_chain = false where order_id = $1 and tx_id = $2 and index = $3 and not final',
      [look.orderId, txId, index],
    );
  }
  const changedVersion =
    changed.length + gone.length === 0
      ? undefined
      : await changeSwap(session, {
          swapId,
          event: {
            type: 'deposit_seen',
            data: { orderId: look.orderId, payments: changed, gone: gone.map(({ txId }) => txId) },
          },
          quiet:
            swap.state !== 'awaiting_deposit' &&
            swap.state !== 'confirming' &&
            swap.state !== 'needs_review',
        });
  return (await reopenForDeposit(session, swap, look.orderId)) ?? changedVersion;
}

async function store(
  session: SqlSession,
  { orderId }: DepositLook,
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

import type { DepositPayment } from '../../core/deposits/deposit.ts';
import { isDust } from '../../core/deposits/judge-deposit-payments.ts';
import {
  findUnaccounted,
  isFollowedAgain,
  isMeantForLater,
  judgeUnattributedDeposit,
  mayCount,
} from '../../core/deposits/judge-unattributed-deposit.ts';
import type { OrderId } from '../../core/swap/ids.ts';
import { isEnd, type Order, type Reason } from '../../core/swap/swap.ts';
import {
  type DepositPaymentRow,
  depositPaymentColumns,
  depositPaymentFromRow,
} from '../rows/deposit-payment-row.ts';
import { type OrderRow, orderColumns, orderFromRow } from '../rows/order-row.ts';
import type { StoredJob } from '../rows/stored-job.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { clearStatus } from '../writes/close-open-order.ts';
import type { LockedSwap } from '../writes/lock-swap.ts';

interface Facts extends OrderRow {
  job: Pick<StoredJob, 'from' | 'flow'>;
  pays: boolean;
  is_paid: boolean;
  is_resolved: boolean;
  is_newest: boolean;
  target_is_free: boolean;
}

/**
 * Reopens an ended swap if one of its orders got irreversible money that no payment of the swap
 * accounts for. If the order was a manual one that was never paid in time, the swap is tracked like
 * any other from there. Otherwise it waits for a person. Returns the swap's new version, or
 * undefined if nothing changed.
 */
export async function reopenForDeposit(
  session: SqlSession,
  swap: LockedSwap,
  orderId: OrderId,
): Promise<number | undefined> {
  if (!isEnd(swap.state)) return undefined;
  const unattributed = await readUnattributed(session, orderId);
  if (unattributed.length === 0) return undefined;
  const [facts] = await session.query<Facts>(
    `select ${orderColumns}, s.job, s.landed_order is not null as is_paid, s.landed_order is not distinct from o.id as pays,
       exists (select from interventions i where i.kind = 'swap_resolved' and i.subject = s.id::text) as is_resolved,
       not exists (select from orders later where later.swap_id = s.id and later.created_at > o.created_at) as is_newest,
       not exists (
         select from orders other where other.open and other.deposit_chain = o.deposit_chain
           and other.deposit_account = o.deposit_account and coalesce(other.deposit_memo, '') = coalesce(o.deposit_memo, '')
       ) as target_is_free
     from orders o join swaps s on s.id = o.swap_id where o.id = $1`,
    [orderId],
  );
  if (!facts) return undefined;
  const order = orderFromRow(facts);
  const { from, flow } = facts.job;
  const isManualDeposit = flow === 'deposit-by-hand';
  const ended = {
    order,
    isManualDeposit,
    asset: from,
    isPaid: facts.is_paid,
    pays: facts.pays,
    isResolved: facts.is_resolved,
    isNewest: facts.is_newest,
    targetIsFree: facts.target_is_free,
  };
  const payments = mayCount(ended) ? await readPayments(session, order) : [];
  const unaccounted = findUnaccounted(ended, unattributed, payments);
  const unreported =
    unaccounted.length === 0 ? [] : await withoutLaterOrders(session, orderId, unaccounted);
  const [first] = unreported;
  if (!first) return undefined;
  const isFollowed = isFollowedAgain(ended);
  const reason = judgeUnattributedDeposit(order, first, from, {
    isPaid: facts.is_paid,
    isFollowed,
  });
  await session.query(
    `update deposit_payments set told = true where order_id = $1 and (tx_id, index) in (
       select given->>'txId', (given->>'index')::int from jsonb_array_elements($2::jsonb) given)`,
    [orderId, JSON.stringify(unreported.map(({ txId, index }) => ({ txId, index })))],
  );
  return isFollowed ? follow(session, swap, order, reason) : waitForPerson(session, swap, reason);
}

/** Final deposits that were not reported yet and that are no transactions of ours. */
async function readUnattributed(session: SqlSession, orderId: OrderId): Promise<DepositPayment[]> {
  const rows = await session.query<DepositPaymentRow>(
    `select ${depositPaymentColumns} from deposit_payments p join orders o on o.id = p.order_id
     where p.order_id = $1 and p.final and p.on_chain and not p.told
       and not exists (select from attempts a where a.chain = o.deposit_chain and a.tx_id = p.tx_id)
       and not exists (select from lost_attempts l where l.chain = o.deposit_chain and l.tx_id = p.tx_id)
     order by p.block_number, p.index`,
    [orderId],
  );
  return rows.map(depositPaymentFromRow);
}

async function withoutLaterOrders(
  session: SqlSession,
  orderId: OrderId,
  payments: readonly DepositPayment[],
): Promise<DepositPayment[]> {
  const laterOrders = await session.query<{ anchor: bigint; amount: bigint; memo: string | null }>(
    `select later.deposit_anchor as anchor, later.deposit_amount as amount, later.deposit_memo as memo
     from orders o join swaps s on s.id = o.swap_id
     join orders later on later.deposit_chain = o.deposit_chain and later.deposit_account = o.deposit_account
       and coalesce(later.deposit_memo, '') = coalesce(o.deposit_memo, '') and later.deposit_anchor > o.deposit_anchor
     join swaps theirs on theirs.id = later.swap_id and lower(theirs.job->'from'->>'token') = lower(s.job->'from'->>'token')
     where o.id = $1`,
    [orderId],
  );
  return payments.filter(
    (payment) => !laterOrders.some((later) => isMeantForLater(payment, later)),
  );
}

/** Opens the order again and tracks the deposit until it arrives. */
async function follow(
  session: SqlSession,
  { id, state }: LockedSwap,
  order: Order,
  reason: Reason,
): Promise<number> {
  await session.query('update orders set open = true where id = $1', [order.id]);
  await clearStatus(session, id);
  await session.query('insert into timers (swap_id, due_at) values ($1, now())', [id]);
  return changeTo(session, id, state, 'in_flight', reason);
}

async function waitForPerson(
  session: SqlSession,
  { id, state, funds_state: funds }: LockedSwap,
  reason: Reason,
): Promise<number> {
  const version = await changeTo(session, id, state, funds, reason);
  await session.query('update swaps set ended_as = $2 where id = $1', [id, state]);
  return version;
}

async function changeTo(
  session: SqlSession,
  swapId: LockedSwap['id'],
  from: LockedSwap['state'],
  fundsState: LockedSwap['funds_state'],
  reason: Reason,
): Promise<number> {
  const state = 'needs_review';
  return changeSwap(session, {
    swapId,
    event: { type: 'state_changed', data: { from, to: state, fundsState, reason } },
    state,
    fundsState,
    reason,
    progress: true,
  });
}

/** The deposits to the order on its chain as known now, except dust. */
async function readPayments(
  session: SqlSession,
  { id, deposit }: Pick<Order, 'id' | 'deposit'>,
): Promise<DepositPayment[]> {
  const rows = await session.query<DepositPaymentRow>(
    `select ${depositPaymentColumns} from deposit_payments p where p.order_id = $1 and p.on_chain
     order by p.block_number, p.index`,
    [id],
  );
  return rows.map(depositPaymentFromRow).filter((payment) => deposit && !isDust(payment, deposit));
}

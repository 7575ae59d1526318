import type { ChainName } from '../../core/swap/chains.ts';
import type { OrderId, SwapId } from '../../core/swap/ids.ts';
import { routerIdOf } from '../../core/swap/router-id.ts';
import type { Order } from '../../core/swap/swap.ts';
import { targetsOf } from '../../core/swap/transaction-object.ts';
import { type OrderRow, orderColumns, orderFromRow } from '../rows/order-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { clearStatus, releaseOpenNeed } from '../writes/close-open-order.ts';
import { keyOf, type LostAttemptRow } from './lost-attempt.ts';

/** Columns filled by the router's second answer, and by what is signed for the order. */
const filledLater = [
  'provider',
  'spender',
  'min_out',
  'expected_out',
  'declared_fee',
  'destination_anchor',
  'requested_at',
  'transaction',
  'echo',
  'signals',
  'sign_by',
  'good_until',
  'swap_raw',
  'exchange_id',
  'deposit_chain',
  'deposit_address',
  'deposit_account',
  'deposit_memo',
  'deposit_amount',
  'deposit_anchor',
  'deposit_watched_until',
];
const columns = [
  'id',
  'quote_id',
  'swap_type',
  'quoted_min_out',
  'expected_duration',
  'quoted_at',
  'quote_raw',
  'created_at',
  ...filledLater,
];

/** SQL: another order may have got the deposit address of the lost order `o` since the rollback. */
const onceIfFree = `(case when not exists (
  select from orders other where other.id <> o.id and other.deposit_once = o.deposit_once) then o.deposit_once end)`;

/** An order as far as the journal has it. */
interface StoredOrder {
  id: OrderId;
  order?: Order;
  /** The chain of its deposit. */
  chain?: ChainName;
}

/**
 * Restores the order of a lost attempt; undefined if it had none. An order that is paid becomes the
 * swap's open order.
 */
export async function importOrder(
  session: SqlSession,
  lost: LostAttemptRow,
  swapId: SwapId,
  { pays }: { pays: boolean },
): Promise<OrderId | undefined> {
  const logged = `(case when jsonb_typeof(lost.replay->'order') = 'object' then lost.replay->'order' else '{}' end)`;
  const [order] = await session.query<{ id: OrderId | null }>(
    `select (${logged}->>'id')::uuid as id from lost_attempts lost
     where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3`,
    keyOf(lost),
  );
  if (!order?.id) return undefined;
  const before = await readOrder(session, order.id);
  if (pays) await closeOthers(session, swapId, order.id);
  const filled = filledLater.map((column) => `${column} = excluded.${column}`).join(', ');
  await session.query(
    `insert into orders (swap_id, open, deposit_once, ${columns.join(', ')})
     select $4, $5, ${onceIfFree}, ${columns.map((column) => `o.${column}`).join(', ')}
     from lost_attempts lost, jsonb_populate_record(null::orders, ${logged}) o
     where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
     on conflict (id) do ${pays ? `update set open = true, deposit_once = excluded.deposit_once, ${filled}` : 'nothing'}`,
    [...keyOf(lost), swapId, pays],
  );
  await recordOrder(session, swapId, before);
  return order.id;
}

async function readOrder(session: SqlSession, id: OrderId): Promise<StoredOrder> {
  const [row] = await session.query<OrderRow & { deposit_chain: ChainName | null }>(
    `select ${orderColumns}, o.deposit_chain from orders o where o.id = $1`,
    [id],
  );
  return row
    ? {
        id,
        order: orderFromRow(row),
        ...(row.deposit_chain === null ? {} : { chain: row.deposit_chain }),
      }
    : { id };
}

/** Adds the lost events again: the quote, and the swap data that was signed. */
async function recordOrder(
  session: SqlSession,
  swapId: SwapId,
  { id, order: before }: StoredOrder,
): Promise<void> {
  const { order, chain } = await readOrder(session, id);
  if (!order) return;
  const {
    quoteId,
    provider,
    spender,
    quotedMinOut,
    minOut,
    expectedOut,
    declaredFee,
    transaction,
    deposit,
  } = order;
  const facts = { orderId: id, provider, expectedOut, declaredFee, imported: true };
  const inOneCall = routerIdOf(order) === undefined;
  if (!before && !inOneCall) {
    const data = { ...facts, quoteId, spender, minOut: quotedMinOut };
    await changeSwap(session, { swapId, event: { type: 'quote_recorded', data } });
  }
  if (!transaction || before?.transaction) return;
  const data = {
    ...facts,
    minOut,
    to: targetsOf(transaction).join(),
    ...(inOneCall ? { inOneCall } : {}),
    ...(deposit ? { deposit: { ...deposit, chain } } : {}),
  };
  await changeSwap(session, { swapId, event: { type: 'swap_data_received', data } });
}

async function closeOthers(session: SqlSession, swapId: SwapId, orderId: OrderId): Promise<void> {
  await releaseOpenNeed(session, swapId);
  const closed = await session.query(
    'update orders set open = false where swap_id = $1 and open and id <> $2 returning id',
    [swapId, orderId],
  );
  if (closed.length > 0) await clearStatus(session, swapId);
}

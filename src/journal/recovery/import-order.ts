import type { OrderId, SwapId } from '../../core/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { forgetStatus, releaseOpenNeed } from '../writes/close-open-order.ts';
import { keyOf, type LostAttemptRow } from './lost-attempt.ts';

/** Filled by the routing service's second answer, and by what is signed for the order. */
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

/** The order of a lost attempt as it was; nothing where it had none. One that is paid is the swap's open one. */
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
  if (pays) await closeOthers(session, swapId, order.id);
  const filled = filledLater.map((column) => `${column} = excluded.${column}`).join(', ');
  await session.query(
    `insert into orders (swap_id, open, ${columns.join(', ')})
     select $4, $5, ${columns.map((column) => `o.${column}`).join(', ')}
     from lost_attempts lost, jsonb_populate_record(null::orders, ${logged}) o
     where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
     on conflict (id) do ${pays ? `update set open = true, ${filled}` : 'nothing'}`,
    [...keyOf(lost), swapId, pays],
  );
  return order.id;
}

async function closeOthers(session: SqlSession, swapId: SwapId, orderId: OrderId): Promise<void> {
  await releaseOpenNeed(session, swapId);
  const closed = await session.query(
    'update orders set open = false where swap_id = $1 and open and id <> $2 returning id',
    [swapId, orderId],
  );
  if (closed.length > 0) await forgetStatus(session, swapId);
}

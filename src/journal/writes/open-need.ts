import type { SqlSession } from '../sql-client.ts';

/** The order will have `spender` take the job's amount of the job's token. Replaces the need that the order had, if that is open. */
export async function openNeed(session: SqlSession, need: { orderId: string; spender: string }): Promise<void> {
  await session.query(
    `insert into allowance_needs (order_id, swap_id, wallet_id, chain, token, spender, amount)
     select o.id, s.id, s.wallet_id, s.from_chain, s.job->'from'->>'token', $2, (s.job->>'amount')::numeric
     from orders o join swaps s on s.id = o.swap_id where o.id = $1
     on conflict (order_id) do update set spender = excluded.spender, state = 'open' where allowance_needs.lease_id is null`,
    [need.orderId, need.spender],
  );
}

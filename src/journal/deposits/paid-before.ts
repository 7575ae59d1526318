import { notDust } from './not-dust.ts';

/**
 * SQL: a swap that this one retries, directly or through others, and whose order got a final manual
 * payment; null if there is none.
 */
export function paidBefore(swap: string): string {
  return `with recursive earlier(id) as (
      select ${swap}.retry_of
      union
      select one.retry_of from swaps one join earlier on one.id = earlier.id where one.retry_of is not null
    )
    select o.swap_id from earlier join orders o on o.swap_id = earlier.id
      join deposit_payments p on p.order_id = o.id and p.on_chain and p.final and ${notDust('p', 'o')}
    limit 1`;
}

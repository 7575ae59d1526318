import type { BrokenPromise } from '../../core/settlement/broken-promise.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { onlyRow } from '../only-row.ts';
import { recordAct } from '../operations/audit-log.ts';
import { isSameProvider } from '../provider-conditions.ts';
import type { SqlSession } from '../sql-client.ts';
import { transactionNumber } from './change-statement.ts';
import { ownActor } from './own-actor.ts';

/**
 * Of the provider's last swaps that settled or broke its promise, those that broke it. What lies
 * before a person resumed it does not count again.
 */
const standing = `
  with resumed as (
    select coalesce(max(changed_at), '-infinity') as at from switches
    where scope = 'provider' and ${isSameProvider('subject', '$1::text')} and not stopped
  ), last as (
    select swap_id, true as broke, broken_promises.at from broken_promises, resumed
    where ${isSameProvider('provider', '$1::text')} and broken_promises.at > resumed.at
    union all
    select s.id, false, s.updated_at from orders o join swaps s on s.landed_order = o.id, resumed
    where ${isSameProvider('o.provider', '$1::text')} and s.state = 'settled' and s.updated_at > resumed.at
      and not exists (select from broken_promises b where b.swap_id = s.id)
    order by at desc limit $2
  )
  select count(*) filter (where broke)::int as broke, count(*)::int as seen,
    coalesce(array_agg(swap_id::text order by at desc) filter (where broke), '{}') as swaps
  from last`;

/**
 * Records once for each swap, in the transaction that found it, that its provider did not keep its
 * promise. Stops a provider that did so too often, with a notice for webhooks.
 */
export async function recordBrokenPromise(
  session: SqlSession,
  swapId: SwapId,
  { provider, why, stop }: BrokenPromise,
): Promise<void> {
  const [recorded] = await session.query(
    `insert into broken_promises (swap_id, provider, why) values ($1, $2, $3)
     on conflict (swap_id) do nothing returning swap_id`,
    [swapId, provider, why],
  );
  if (!recorded) return;
  const { broke, seen, swaps } = onlyRow(
    await session.query<{ broke: number; seen: number; swaps: string[] }>(standing, [
      provider,
      stop.of,
    ]),
  );
  if (broke < stop.below) return;
  const reason = `${broke} of its last ${seen} swaps brought less than they promised: ${swaps.slice(0, 5).join(', ')}`;
  const [stopped] = await session.query(
    `insert into switches (scope, subject, stopped, changed_by, reason)
     select 'provider', $1::text, true, $3::text, $2::text where not exists (
       select from switches where scope = 'provider' and stopped and ${isSameProvider('subject', '$1::text')})
     on conflict (scope, subject) do update
     set stopped = true, changed_by = excluded.changed_by, reason = excluded.reason, changed_at = now()
     where not switches.stopped returning subject`,
    [provider, reason, ownActor],
  );
  if (!stopped) return;
  await recordAct(session, {
    actor: ownActor,
    action: 'stop',
    subject: `provider ${provider}`,
    reason,
    data: { scope: 'provider', subject: provider, swaps, ...stop },
  });
  await session.query(
    `insert into notices (transaction_number, type, data)
     values (${transactionNumber}, 'provider_stopped', $1::json)`,
    [JSON.stringify({ provider, reason, swaps: swaps.slice(0, 5) })],
  );
}

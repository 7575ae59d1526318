import type { StopReason } from '../../core/swap/swap.ts';
import type { Signature, Stop, StopScope, SwitchChange } from '../../ports/stores/stop-store.ts';
import { storableText } from '../json.ts';
import { scheduleLanes } from '../lanes/due-lanes.ts';
import { type StopRow, selectStop, stopFromRow } from '../rows/stop-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function setSwitch(session: SqlSession, change: SwitchChange): Promise<void> {
  await session.query(
    `insert into switches (scope, subject, stopped, changed_by, reason) values ($1, $2, $3, $4, $5)
     on conflict (scope, subject) do update
     set stopped = excluded.stopped, changed_by = excluded.changed_by, reason = excluded.reason, changed_at = now()`,
    [
      change.scope,
      change.subject,
      change.stopped,
      storableText(change.by),
      storableText(change.reason),
    ],
  );
  if (!change.stopped) await scheduleLanes(session);
}

interface SwitchRow {
  scope: StopScope;
  subject: string;
  changed_by: string;
  reason: string;
  changed_at: number;
}

export async function stops(session: SqlSession): Promise<Stop[]> {
  const rows = await session.query<SwitchRow>(
    'select scope, subject, changed_by, reason, changed_at from switches where stopped order by changed_at desc',
  );
  return rows.map(({ changed_by: by, changed_at: since, ...stop }) => ({ ...stop, by, since }));
}

const ofSignature = `
  select stop.* from unnest($3::text[]) as asked(provider) cross join unnest($4::text[]) as asking(rule)
  cross join lateral (${selectStop('$1::uuid', '$2::text', 'asked.provider', 'asking.rule')}) stop limit 1`;

export async function stopOfSignature(
  session: SqlSession,
  { walletId, chain, providers, rules }: Signature,
): Promise<StopReason | undefined> {
  const asked = providers.length > 0 ? providers : [''];
  const asking = rules.length > 0 ? rules : [''];
  const [stop] = await session.query<StopRow>(ofSignature, [walletId, chain, asked, asking]);
  return stop && stopFromRow(stop);
}

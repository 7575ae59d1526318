import { randomUUID } from 'node:crypto';
import type {
  AttemptRecord,
  ChooseDeliveries,
  Delivery,
  DeliveryAttempt,
  DeliveryFilter,
  DeliveryState,
  DueDelivery,
  ReplayRequest,
  TakeRequest,
} from '../../ports/stores/webhook-store.ts';
import { storableText } from '../json.ts';
import { type SqlParameter, type SqlSession, timestamp } from '../sql-client.ts';
import { ownActor } from '../writes/own-actor.ts';
import { recordAct } from './audit-log.ts';
import { itemsAt, readFeed } from './feed.ts';
import { enabledWebhooks } from './webhooks.ts';

interface CursorRow {
  number: bigint;
  id: string;
  seq: number;
}

/**
 * In a transaction: the cursor moves with the deliveries that it has passed. The row's lock keeps
 * two processes from writing the same ones.
 */
export async function fanOut(
  session: SqlSession,
  choose: ChooseDeliveries,
  limit: number,
): Promise<{ read: number; written: number } | undefined> {
  const [cursor] = await session.query<CursorRow>(
    'select number, id, seq from webhook_cursor for update skip locked',
  );
  if (!cursor) return undefined;
  const items = await readFeed(session, { after: { ...cursor, hash: '' }, limit });
  const last = items.at(-1)?.position;
  if (!last) return { read: 0, written: 0 };
  const chosen = choose(items, await enabledWebhooks(session));
  if (chosen.length > 0) {
    await session.query(
      `insert into deliveries (id, webhook_id, topic, number, item_id, seq)
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::uuid[], $6::int[])
       on conflict on constraint deliveries_once_per_item do nothing`,
      [
        chosen.map(() => randomUUID()),
        chosen.map(({ webhookId }) => webhookId),
        chosen.map(({ topic }) => topic),
        chosen.map(({ position }) => String(position.number)),
        chosen.map(({ position }) => position.id),
        chosen.map(({ position }) => String(position.seq)),
      ],
    );
  }
  await session.query('update webhook_cursor set number = $1, id = $2, seq = $3', [
    last.number,
    last.id,
    last.seq,
  ]);
  return { read: items.length, written: chosen.length };
}

interface DueRow {
  id: string;
  webhook_id: string;
  topic: string;
  number: bigint | null;
  item_id: string | null;
  seq: number | null;
  created_at: number;
  attempts: number;
  expires_at: number;
}

/** A slow webhook holds no other one back: each has its own share. */
export async function takeDeliveries(
  session: SqlSession,
  { holder, ttl, perWebhook, underWay }: TakeRequest,
): Promise<DueDelivery[]> {
  const busy = [...underWay];
  const rows = await session.query<DueRow>(
    `update deliveries set locked_by = $1, locked_until = now() + $2::float8 * interval '1 millisecond'
     from webhooks w
     left join unnest($3::text[], $4::int[]) as busy (webhook_id, count) on busy.webhook_id = w.id
     cross join lateral (
       select id from deliveries due
       where due.webhook_id = w.id and due.state = 'pending' and due.due_at <= now()
         and (due.locked_until is null or due.locked_until <= now())
       order by due.due_at limit greatest(0, $5 - coalesce(busy.count, 0)) for update skip locked) due
     where w.enabled and deliveries.id = due.id
     returning deliveries.id, deliveries.webhook_id, deliveries.topic, deliveries.number, deliveries.item_id, deliveries.seq,
       deliveries.created_at, deliveries.attempts, deliveries.expires_at`,
    [holder, ttl, busy.map(([id]) => id), busy.map(([, count]) => String(count)), perWebhook],
  );
  if (rows.length === 0) return [];
  const places = rows.flatMap(({ number, item_id: id, seq }) =>
    number === null || id === null || seq === null ? [] : [{ number, id, seq }],
  );
  const items = await itemsAt(session, places);
  const webhooks = new Map((await enabledWebhooks(session)).map((one) => [one.id, one]));
  return rows.flatMap((row): DueDelivery[] => {
    const webhook = webhooks.get(row.webhook_id);
    const item = items.find(
      ({ position }) => position.id === row.item_id && position.seq === row.seq,
    );
    // Disabled meanwhile: the lock expires by itself.
    if (!webhook || (row.number !== null && !item)) return [];
    const { id, topic, created_at: createdAt, attempts, expires_at: expiresAt } = row;
    return [{ id, webhook, topic, createdAt, attempts, expiresAt, ...(item ? { item } : {}) }];
  });
}

export async function releaseDelivery(
  session: SqlSession,
  id: string,
  holder: string,
): Promise<void> {
  await session.query(
    'update deliveries set locked_by = null, locked_until = null where id = $1 and locked_by = $2',
    [id, holder],
  );
}

/** In a transaction, if the webhook is disabled. The audit log says so then. */
export async function recordAttempt(
  session: SqlSession,
  { deliveryId, expiresAt, holder, attempt, next, disable }: AttemptRecord,
): Promise<boolean> {
  if (disable !== undefined) await recordDisabling(session, { deliveryId, holder, disable });
  const recorded = await session.query(
    `with delivery as (
       update deliveries set attempts = attempts + 1, locked_by = null, locked_until = null,
         state = case when expires_at > $10::timestamptz + interval '1 millisecond' then 'pending' else $3 end,
         due_at = case when expires_at > $10::timestamptz + interval '1 millisecond' then now()
           else now() + $4::float8 * interval '1 millisecond' end
       where id = $1 and locked_by = $2 returning id, webhook_id, attempts
     ), attempt as (
       insert into delivery_attempts (delivery_id, attempt, at, duration_ms, status, error)
       select id, attempts, $5::timestamptz, $6, $7, $8 from delivery
     ), webhook as (
       update webhooks set
         failing_since = case when $3 = 'delivered' then null else coalesce(failing_since, now()) end,
         enabled = enabled and $9::text is null,
         disabled_reason = case when enabled then $9::text else disabled_reason end,
         disabled_at = case when enabled and $9::text is not null then now() else disabled_at end
       from delivery where webhooks.id = delivery.webhook_id
         and ($9::text is not null or (failing_since is null) <> ($3 = 'delivered'))
     )
     select id from delivery`,
    [
      deliveryId,
      holder,
      next.kind === 'retry' ? 'pending' : next.kind,
      next.kind === 'retry' ? next.delay : 0,
      timestamp(attempt.at),
      Math.round(attempt.durationMs),
      attempt.status ?? null,
      attempt.error === undefined ? null : storableText(attempt.error).slice(0, 300),
      disable ?? null,
      timestamp(expiresAt),
    ],
  );
  return recorded.length > 0;
}

/** Several attempts of one webhook may end it at the same time: only the first one does. */
async function recordDisabling(
  session: SqlSession,
  { deliveryId, holder, disable }: { deliveryId: string; holder: string; disable: string },
): Promise<void> {
  const [webhook] = await session.query<{ id: string }>(
    `select w.id from deliveries d join webhooks w on w.id = d.webhook_id
     where d.id = $1 and d.locked_by = $2 and w.enabled for update of d, w`,
    [deliveryId, holder],
  );
  if (!webhook) return;
  await recordAct(session, {
    ...{ actor: ownActor, action: 'disableWebhook', subject: `webhook ${webhook.id}` },
    ...{ reason: disable, data: {} },
  });
}

interface DeliveryRow {
  id: string;
  webhook_id: string;
  position: bigint;
  topic: string;
  item_id: string | null;
  seq: number | null;
  state: DeliveryState;
  created_at: number;
  due_at: number;
  attempts: (Omit<DeliveryAttempt, 'status' | 'error'> & {
    status: number | null;
    error: string | null;
  })[];
}

/** After every position. */
const afterAll = 9_223_372_036_854_775_807n;

/**
 * Each kind of filter is a text of its own, planned for its index: failed and pending deliveries are
 * few. A range of one webhook or swap keeps it in the order, which then is that of the index.
 */
export function deliveriesStatement({ state, before, limit, ...of }: DeliveryFilter): {
  text: string;
  parameters: SqlParameter[];
} {
  const isOfWebhook = 'webhookId' in of;
  const isWanted = isOfWebhook
    ? 'd.webhook_id between $1 and $1'
    : 'd.item_id between $1::uuid and $1::uuid and d.seq > 0';
  const isIn = state === undefined ? '' : ` and d.state = '${state}'`;
  const order = isOfWebhook ? 'd.webhook_id' : 'd.item_id';
  return {
    text: `select d.id, d.webhook_id, d.position, d.topic, d.item_id, d.seq, d.state, d.created_at, d.due_at, coalesce((
        select json_agg(json_build_object('attempt', a.attempt, 'at', (extract(epoch from a.at) * 1000)::bigint,
          'durationMs', a.duration_ms, 'status', a.status, 'error', a.error) order by a.attempt)
        from delivery_attempts a where a.delivery_id = d.id), '[]') as attempts
      from deliveries d where ${isWanted}${isIn} and d.position < $2::bigint order by ${order} desc, d.position desc limit $3`,
    parameters: [isOfWebhook ? of.webhookId : of.swapId, before ?? afterAll, limit],
  };
}

export async function listDeliveries(
  session: SqlSession,
  filter: DeliveryFilter,
): Promise<Delivery[]> {
  const { text, parameters } = deliveriesStatement(filter);
  const rows = await session.query<DeliveryRow>(text, parameters);
  return rows.map(
    ({ position, item_id: itemId, seq, created_at: createdAt, due_at: dueAt, ...row }) => ({
      ...{ id: row.id, webhookId: row.webhook_id, topic: row.topic, state: row.state },
      ...{ createdAt, dueAt },
      position: Number(position),
      ...(itemId === null || seq === 0 ? {} : { swapId: itemId }),
      attempts: row.attempts.map(({ status, error, ...attempt }) => ({
        ...attempt,
        ...(status === null ? {} : { status }),
        ...(error === null ? {} : { error }),
      })),
    }),
  );
}

export async function insertTest(session: SqlSession, webhookId: string): Promise<string> {
  const id = randomUUID();
  await session.query(
    `insert into deliveries (id, webhook_id, topic) values ($1, $2, 'webhook.test')`,
    [id, webhookId],
  );
  return id;
}

export async function replayDeliveries(
  session: SqlSession,
  { webhookId, deliveryId, since }: ReplayRequest,
): Promise<number> {
  const replayed = await session.query(
    `update deliveries set state = 'pending', due_at = now(), expires_at = now() + interval '1 day'
     where webhook_id = $1 and ($2::uuid is null or id = $2) and ($3::timestamptz is null or created_at >= $3)
     returning id`,
    [webhookId, deliveryId ?? null, since === undefined ? null : timestamp(since)],
  );
  return replayed.length;
}

import type { NewWebhook, Webhook, WebhookChange } from '../../ports/stores/webhook-store.ts';
import { storableText } from '../json.ts';
import { type WebhookRow, webhookColumns, webhookFromRow } from '../rows/webhook-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { feedEnd } from './feed.ts';

/**
 * The webhook begins at the feed's end. So does the reader, if it had nothing to do: it would read
 * everything since.
 */
async function beginAtEnd(session: SqlSession): Promise<bigint> {
  await session.query('select from webhook_cursor for update');
  const { number, id, seq } = await feedEnd(session);
  await session.query(
    `update webhook_cursor set number = $1, id = $2, seq = $3
     where not exists (select from webhooks where enabled)`,
    [number, id, seq],
  );
  return number;
}

/** In a transaction. */
export async function insertWebhook(session: SqlSession, webhook: NewWebhook): Promise<void> {
  const since = await beginAtEnd(session);
  const { id, url, form, name, topics, wallets, chains, sealedSecret, createdBy } = webhook;
  await session.query(
    `insert into webhooks (id, url, form, name, topics, wallets, chains, sealed_secret, created_by, since)
     values ($1, $2, $3, $4, $5::text[], $6::text[], $7::text[], $8, $9, $10)`,
    [
      ...[id, url, form, name ?? null, topics, wallets ?? null, chains ?? null],
      ...[sealedSecret, storableText(createdBy), since],
    ],
  );
}

export async function listWebhooks(session: SqlSession): Promise<Webhook[]> {
  const rows = await session.query<WebhookRow>(
    `select ${webhookColumns} from webhooks where deleted_at is null order by created_at desc, id`,
  );
  return rows.map(webhookFromRow);
}

export async function findWebhook(session: SqlSession, id: string): Promise<Webhook | undefined> {
  const [row] = await session.query<WebhookRow>(
    `select ${webhookColumns} from webhooks where id = $1 and deleted_at is null`,
    [id],
  );
  return row && webhookFromRow(row);
}

export async function enabledWebhooks(session: SqlSession): Promise<Webhook[]> {
  const rows = await session.query<WebhookRow>(
    `select ${webhookColumns} from webhooks where enabled`,
  );
  return rows.map(webhookFromRow);
}

export async function changeWebhook(
  session: SqlSession,
  id: string,
  { url, topics, name, wallets, chains }: WebhookChange,
): Promise<boolean> {
  const changed = await session.query(
    `update webhooks set url = coalesce($2, url), topics = coalesce($3::text[], topics),
       name = case when $4::boolean then $5 else name end,
       wallets = case when $6::boolean then $7::text[] else wallets end,
       chains = case when $8::boolean then $9::text[] else chains end
     where id = $1 and deleted_at is null returning id`,
    [
      ...[id, url ?? null, topics ?? null, name !== undefined, name ?? null],
      ...[wallets !== undefined, wallets ?? null, chains !== undefined, chains ?? null],
    ],
  );
  return changed.length > 0;
}

/** In a transaction. */
export async function enableWebhook(session: SqlSession, id: string): Promise<boolean> {
  const since = await beginAtEnd(session);
  const enabled = await session.query(
    `update webhooks set enabled = true, disabled_reason = null, disabled_at = null, failing_since = null,
       since = case when enabled then since else $2 end
     where id = $1 and deleted_at is null returning id`,
    [id, since],
  );
  return enabled.length > 0;
}

export async function disableWebhook(
  session: SqlSession,
  id: string,
  reason: string,
): Promise<boolean> {
  const disabled = await session.query(
    `update webhooks set enabled = false, disabled_reason = $2, disabled_at = now()
     where id = $1 and deleted_at is null returning id`,
    [id, storableText(reason)],
  );
  return disabled.length > 0;
}

/** Its secrets go too. */
export async function deleteWebhook(session: SqlSession, id: string): Promise<boolean> {
  const deleted = await session.query(
    `update webhooks set deleted_at = now(), enabled = false, disabled_reason = 'it is deleted', disabled_at = now(),
       sealed_secret = '', sealed_old_secret = null, old_secret_until = null
     where id = $1 and deleted_at is null returning id`,
    [id],
  );
  return deleted.length > 0;
}

export async function replaceSecret(
  session: SqlSession,
  id: string,
  sealedSecret: string,
  overlap: number,
): Promise<boolean> {
  const replaced = await session.query(
    `update webhooks set sealed_secret = $2, sealed_old_secret = sealed_secret,
       old_secret_until = now() + $3::float8 * interval '1 millisecond'
     where id = $1 and deleted_at is null returning id`,
    [id, sealedSecret, overlap],
  );
  return replaced.length > 0;
}

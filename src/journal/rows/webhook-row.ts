import type { Webhook, WebhookForm } from '../../ports/stores/webhook-store.ts';

export interface WebhookRow {
  id: string;
  url: string;
  form: WebhookForm;
  name: string | null;
  topics: string[];
  wallets: string[] | null;
  chains: string[] | null;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_at: number | null;
  failing_since: number | null;
  sealed_secret: string;
  sealed_old_secret: string | null;
  old_secret_until: number | null;
  since: bigint;
  created_at: number;
  created_by: string;
}

export const webhookColumns = `id, url, form, name, topics, wallets, chains, enabled, disabled_reason, disabled_at, failing_since,
  sealed_secret, sealed_old_secret, old_secret_until, since, created_at, created_by`;

export function webhookFromRow(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    form: row.form,
    topics: row.topics,
    enabled: row.enabled,
    sealedSecret: row.sealed_secret,
    since: row.since,
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...(row.name === null ? {} : { name: row.name }),
    ...(row.wallets === null ? {} : { wallets: row.wallets }),
    ...(row.chains === null ? {} : { chains: row.chains }),
    ...(row.disabled_reason === null ? {} : { disabledReason: row.disabled_reason }),
    ...(row.disabled_at === null ? {} : { disabledAt: row.disabled_at }),
    ...(row.failing_since === null ? {} : { failingSince: row.failing_since }),
    ...(row.sealed_old_secret === null ? {} : { sealedOldSecret: row.sealed_old_secret }),
    ...(row.old_secret_until === null ? {} : { oldSecretUntil: row.old_secret_until }),
  };
}

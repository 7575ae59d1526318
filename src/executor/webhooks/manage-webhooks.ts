import { randomBytes } from 'node:crypto';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { SecretSealer } from '../../ports/secret-sealer.ts';
import type { NewWebhook, Webhook, WebhookStore } from '../../ports/stores/webhook-store.ts';
import { newWebhookSecret } from './sign-webhook.ts';
import { sealSecret } from './webhook-secret.ts';

interface Needs {
  journal: Pick<WebhookStore, 'insertWebhook' | 'replaceSecret' | 'findWebhook'>;
  sealer: Pick<SecretSealer, 'seal'>;
}

/** For how long a replaced secret signs beside the new one, in milliseconds. */
const secretOverlap = 24 * 3_600_000;

export function newWebhookId(): string {
  return `wh_${randomBytes(6).toString('hex')}`;
}

/**
 * Stores a webhook and returns its secret, which is never shown again. Throws
 * `WEBHOOK_SECRET_MISSING`.
 */
export async function createWebhook(
  { journal, sealer }: Needs,
  webhook: Omit<NewWebhook, 'sealedSecret'>,
): Promise<string> {
  const { secret, bytes } = newWebhookSecret();
  const sealedSecret = await sealSecret(sealer, webhook.id, bytes);
  await journal.insertWebhook({ ...webhook, sealedSecret });
  return secret;
}

/** The old secret signs too for a day. Throws `WEBHOOK_SECRET_MISSING`, `NOT_FOUND`. */
export async function rotateWebhookSecret({ journal, sealer }: Needs, id: string): Promise<string> {
  const { secret, bytes } = newWebhookSecret();
  const sealed = await sealSecret(sealer, id, bytes);
  if (!(await journal.replaceSecret(id, sealed, secretOverlap))) throw noSuchWebhook(id);
  return secret;
}

/** Throws `NOT_FOUND`. */
export async function webhookOf(
  journal: Pick<WebhookStore, 'findWebhook'>,
  id: string,
): Promise<Webhook> {
  const webhook = await journal.findWebhook(id);
  if (webhook) return webhook;
  throw noSuchWebhook(id);
}

function noSuchWebhook(id: string): FerrymanError {
  return new FerrymanError('NOT_FOUND', `there is no webhook ${id}`);
}

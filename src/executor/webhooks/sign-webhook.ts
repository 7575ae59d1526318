import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A secret as a receiver gets it: `whsec_` and 256 random bits in Base64. */
export function newWebhookSecret(): { secret: string; bytes: Uint8Array } {
  const bytes = randomBytes(32);
  return { secret: `${prefix}${bytes.toString('base64')}`, bytes };
}

/**
 * The headers of a message as Standard Webhooks has them
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 * @param sentAt milliseconds since the epoch
 * @param secrets each signs: a receiver knows one of them
 */
export function signatureHeaders(
  { id, sentAt, body }: { id: string; sentAt: number; body: string },
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt / 1_000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

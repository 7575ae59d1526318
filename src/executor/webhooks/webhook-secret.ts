import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { SecretSealer } from '../../ports/secret-sealer.ts';

/** Checks that this process can open the secrets of webhooks. Throws `WEBHOOK_SECRET_MISSING`. */
export async function requireSecret(sealer: Pick<SecretSealer, 'verify'>): Promise<void> {
  await sealer.verify().catch(asMissing);
}

/** Throws `WEBHOOK_SECRET_MISSING`. */
export async function sealSecret(
  sealer: Pick<SecretSealer, 'seal'>,
  webhookId: string,
  bytes: Uint8Array,
): Promise<string> {
  return sealer.seal(webhookId, bytes).catch(asMissing);
}

function asMissing(cause: unknown): never {
  const { code, message } = toFerrymanError(cause);
  if (code !== 'CONFIG_INVALID') throw cause;
  throw new FerrymanError('WEBHOOK_SECRET_MISSING', message, { cause });
}

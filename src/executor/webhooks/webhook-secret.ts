import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { IntakeKeySealer } from '../../ports/intake-key-sealer.ts';

/** Checks that this process can open the secrets of webhooks. Throws `WEBHOOK_SECRET_MISSING`. */
export async function requireSecret(intakeKeys: Pick<IntakeKeySealer, 'verify'>): Promise<void> {
  await intakeKeys.verify().catch(asMissing);
}

/** Throws `WEBHOOK_SECRET_MISSING`. */
export async function sealSecret(
  intakeKeys: Pick<IntakeKeySealer, 'seal'>,
  webhookId: string,
  bytes: Uint8Array,
): Promise<string> {
  return intakeKeys.seal(webhookId, bytes).catch(asMissing);
}

function asMissing(cause: unknown): never {
  const { code, message } = toFerrymanError(cause);
  if (code !== 'CONFIG_INVALID') throw cause;
  throw new FerrymanError('WEBHOOK_SECRET_MISSING', message, { cause });
}

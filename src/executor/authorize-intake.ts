import { timingSafeEqual } from 'node:crypto';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { SecretSealer } from '../ports/secret-sealer.ts';
import type { ApiKeyStore, Submitter } from '../ports/stores/api-key-store.ts';
import { requireKeySeal } from './api-keys/key-seal.ts';
import { requireLiving, requireScope, submitterOf } from './authorize.ts';
import { type SignedIntake, signIntake } from './intake-signature.ts';

interface Needs {
  journal: Pick<ApiKeyStore, 'findApiKeyById'>;
  sealer: Pick<SecretSealer, 'unseal' | 'mac'>;
}

/**
 * The API key that signed a job of the intake queue; it lives and has the scope `submit`.
 * @param signature 64 hexadecimal digits
 * @param now in milliseconds since the epoch. Throws `UNAUTHORIZED`, `INTAKE_KEY_MISSING`,
 *   `INTAKE_SECRET_WRONG`, `INTAKE_SIGNATURE_INVALID`, `FORBIDDEN`.
 */
export async function authorizeIntake(
  { journal, sealer }: Needs,
  { signature, ...signed }: SignedIntake & { signature: string },
  now: number,
): Promise<Submitter> {
  const record = await journal.findApiKeyById(signed.keyId);
  if (!record)
    throw new FerrymanError('UNAUTHORIZED', `there is no API key with the id ${signed.keyId}`);
  if (record.sealedIntakeKey === undefined) {
    throw new FerrymanError(
      'INTAKE_KEY_MISSING',
      `the API key ${record.id} is older than signed intake jobs and cannot sign them: create a new key`,
    );
  }
  const intakeKey = await sealer.unseal(record.id, record.sealedIntakeKey);
  const expected = signIntake(intakeKey, signed);
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new FerrymanError(
      'INTAKE_SIGNATURE_INVALID',
      `the signature does not match the job and the API key ${record.id}`,
    );
  }
  requireLiving(record, now);
  // Its holder has signed the job, which waits: after an upgrade a person seals all keys.
  await requireKeySeal(sealer, record, 'retry');
  requireScope(record, 'submit');
  return submitterOf(record);
}

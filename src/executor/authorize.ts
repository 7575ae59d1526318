import { timingSafeEqual } from 'node:crypto';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiKeyRecord, ApiKeyStore, ApiScope } from '../ports/stores/api-key-store.ts';

/**
 * Checks that the API key with this SHA-256 (hex) has `scope`, and returns the key's public part.
 * Throws `UNAUTHORIZED`, `FORBIDDEN`.
 */
export async function authorize(
  journal: Pick<ApiKeyStore, 'findApiKey'>,
  keyHash: string,
  scope: ApiScope,
): Promise<string> {
  const record = await journal.findApiKey(keyHash);
  // Neither the look-up by hash nor the constant-time comparison leaks anything about the key.
  if (!record || !timingSafeEqual(Buffer.from(record.hash, 'hex'), Buffer.from(keyHash, 'hex'))) {
    throw new FerrymanError('UNAUTHORIZED', 'the API key is missing or unknown');
  }
  requireScope(record, scope);
  return record.id;
}

/** Throws `FORBIDDEN`. */
export function requireScope(
  { id, scopes }: Pick<ApiKeyRecord, 'id' | 'scopes'>,
  scope: ApiScope,
): void {
  if (!scopes.includes(scope))
    throw new FerrymanError('FORBIDDEN', `the API key ${id} lacks the scope ${scope}`);
}

import { createHash, randomBytes } from 'node:crypto';
import { type ApiScope, apiScopes, type Journal } from '../ports/journal.ts';

/** A key as its owner holds it: `fm_` and 256 random bits. Only its hash is stored. */
export type ApiKey = string;

/** SHA-256, hex. A fast hash is enough: 256 random bits can not be guessed from it. */
export function hashApiKey(key: ApiKey): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Makes a key and stores its hash; the key itself is returned this once. */
export async function createApiKey(
  journal: Pick<Journal, 'insertApiKey'>,
  scopes: readonly ApiScope[],
): Promise<{ id: string; key: ApiKey }> {
  const key = `fm_${randomBytes(32).toString('base64url')}`;
  const id = `key_${randomBytes(6).toString('hex')}`;
  await journal.insertApiKey({ id, hash: hashApiKey(key), scopes });
  return { id, key };
}

/** On the first start: a key with every scope, to be shown once. `undefined` where keys are there already. */
export async function ensureFirstApiKey(
  journal: Pick<Journal, 'countApiKeys' | 'insertApiKey'>,
): Promise<ApiKey | undefined> {
  if ((await journal.countApiKeys()) > 0) return undefined;
  return (await createApiKey(journal, apiScopes)).key;
}

import { createHash, randomBytes } from 'node:crypto';
import type { SecretSealer } from '../../ports/secret-sealer.ts';
import {
  type ApiKeyStore,
  type ApiScope,
  apiScopes,
  type NewApiKeyRecord,
} from '../../ports/stores/api-key-store.ts';
import { deriveIntakeKey } from '../intake-signature.ts';
import { sealApiKey } from './key-seal.ts';

/** An API key in plain text: `fm_` and 256 random bits. */
export type ApiKey = string;

/** The id is public; the key is returned only here. */
export interface NewApiKey {
  id: string;
  key: ApiKey;
}

interface Needs {
  journal: Pick<ApiKeyStore, 'insertApiKey' | 'countApiKeys'>;
  sealer: Pick<SecretSealer, 'seal' | 'mac'>;
}

/** SHA-256, hex. A fast hash is enough: 256 random bits cannot be guessed from it. */
export function hashApiKey(key: ApiKey): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Makes a key. The journal stores its hash and, sealed, the key that signs its intake jobs.
 * @throws `CONFIG_INVALID` if no secret is configured to seal it
 */
export async function createApiKey(
  { journal, sealer }: Needs,
  scopes: readonly ApiScope[],
  { id = newKeyId(), ...rights }: KeyRights = {},
): Promise<NewApiKey> {
  const key = `fm_${randomBytes(32).toString('base64url')}`;
  const sealedIntakeKey = await sealer.seal(id, deriveIntakeKey(key));
  const record = { ...rights, id, hash: hashApiKey(key), scopes, sealedIntakeKey };
  await journal.insertApiKey({ ...record, seal: await sealApiKey(sealer, record) });
  return { id, key };
}

/** The public part of a key. */
export function newKeyId(): string {
  return `key_${randomBytes(6).toString('hex')}`;
}

/** What a new key may do; its id may be chosen before, for the audit log. */
type KeyRights = Partial<Omit<NewApiKeyRecord, 'hash' | 'scopes' | 'sealedIntakeKey' | 'seal'>>;

/** Makes a key with every scope if the journal has no key yet; otherwise `undefined`. */
export async function ensureFirstApiKey(needs: Needs): Promise<NewApiKey | undefined> {
  if ((await needs.journal.countApiKeys()) > 0) return undefined;
  return createApiKey(needs, apiScopes);
}

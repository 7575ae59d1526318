import { canonicalJson } from '../../core/text/canonical-json.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { SecretSealer } from '../../ports/secret-sealer.ts';
import type { ApiKeyRecord, NewApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import type { NewSession, Session } from '../../ports/stores/session-store.ts';
import { isSameSeal } from '../is-same-seal.ts';

/*
 * An attacker who writes to the database can add an API key with every scope. So each row carries a
 * MAC by the intake secret, over what the key is known by and what it may do. Sessions stand for
 * keys, so their rows carry one too.
 */

export type RowSealer = Pick<SecretSealer, 'mac'>;

/** Stores with rows that carry MACs, and what makes these. */
export interface SealedStore<Stores> {
  journal: Stores;
  sealer: RowSealer;
}

/** `changed`: the row is not the one that was sealed, or another secret sealed it. */
export type KeyStanding = 'sealed' | 'unsealed' | 'changed';

export function sealApiKey(sealer: RowSealer, key: NewApiKeyRecord): Promise<string> {
  const { id, hash, scopes, wallets, chains, masks, requestsPerMinute, expiresAt, principal } = key;
  const rights = { scopes, wallets, chains, masks, requestsPerMinute, expiresAt, principal };
  return sealer.mac(
    canonicalJson({ purpose: 'ferryman-api-key', version: 1, id, hash, ...rights }),
  );
}

export async function standingOfKey(sealer: RowSealer, key: NewApiKeyRecord): Promise<KeyStanding> {
  if (key.seal === undefined) return 'unsealed';
  return isSameSeal(key.seal, await sealApiKey(sealer, key)) ? 'sealed' : 'changed';
}

/**
 * Throws `UNAUTHORIZED` for a key whose row no process with the intake secret has written.
 * @param ifUnsealed what the asker does where the row has no seal. `retry`: it can wait until a person
 *   has sealed the key. Nobody waits for a row that was changed. Default: `stop`
 */
export async function requireKeySeal(
  sealer: RowSealer,
  key: ApiKeyRecord,
  ifUnsealed: 'retry' | 'stop' = 'stop',
): Promise<void> {
  const standing = await standingOfKey(sealer, key);
  if (standing === 'sealed') return;
  const what =
    standing === 'unsealed'
      ? 'has no seal: an earlier version stored it, or another program'
      : 'is not what its seal says: its row was changed, or the intake secret was';
  throw new FerrymanError(
    'UNAUTHORIZED',
    `the API key ${key.id} ${what}; a person who knows it runs \`ferryman key seal\``,
    { next: standing === 'unsealed' ? ifUnsealed : 'stop' },
  );
}

export function sealSession(
  sealer: RowSealer,
  { hash, keyId, expiresAt }: Omit<NewSession, 'seal'>,
): Promise<string> {
  return sealer.mac(
    canonicalJson({ purpose: 'ferryman-session', version: 1, hash, keyId, expiresAt }),
  );
}

/** Of a session and of the key that it stands for. */
export async function isSessionSealed(
  sealer: RowSealer,
  hash: string,
  { key, expiresAt, seal }: Session,
): Promise<boolean> {
  if (seal === undefined) return false;
  return isSameSeal(seal, await sealSession(sealer, { hash, keyId: key.id, expiresAt }));
}

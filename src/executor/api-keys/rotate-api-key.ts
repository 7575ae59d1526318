import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiKeyRecord, ApiKeyStore } from '../../ports/stores/api-key-store.ts';
import { isOver } from '../authorize.ts';
import { limitFaults } from '../name-faults.ts';
import { createApiKey, type NewApiKey } from './create-api-key.ts';
import { type RowSealer, requireKeySeal } from './key-seal.ts';

type Names = Parameters<typeof limitFaults>[0];
type Making = Parameters<typeof createApiKey>[0];

/** Throws `NOT_FOUND`. */
export async function apiKeyOf(
  journal: Pick<ApiKeyStore, 'findApiKeyById'>,
  id: string,
): Promise<ApiKeyRecord> {
  const record = await journal.findApiKeyById(id);
  if (record) return record;
  throw new FerrymanError('NOT_FOUND', `there is no API key ${id}`);
}

/**
 * A key that is over has nothing to hand on. One with a mistyped name would hand that on, and one
 * that was changed in the database would hand on its new rights. Throws `INVALID_REQUEST`,
 * `UNAUTHORIZED`.
 */
export async function requireRotatable(
  needs: Names & { clock: Clock; sealer: RowSealer },
  key: ApiKeyRecord,
): Promise<void> {
  if (isOver(key, needs.clock.now()))
    throw new FerrymanError('INVALID_REQUEST', `the API key ${key.id} is not good any more`);
  await requireKeySeal(needs.sealer, key);
  const faults = await limitFaults(needs, key);
  if (faults.length === 0) return;
  const what = faults.map(({ message }) => message.replace(/(?<![?.])$/, '.')).join(' ');
  throw new FerrymanError(
    'INVALID_REQUEST',
    `the API key ${key.id} has a name that does not exist: ${what} Make a new key with the right names, and revoke this one`,
  );
}

interface Rotation {
  /** Of the new key. */
  id: string;
  createdBy: string;
  /** Milliseconds for which the old key stays good beside it. */
  overlap: number;
}

/** Makes a key with the same rights, and revokes the old one. Throws `CONFIG_INVALID`. */
export async function rotateApiKey(
  needs: Making & { clock: Clock; journal: Pick<ApiKeyStore, 'revokeApiKey'> },
  old: ApiKeyRecord,
  { id, createdBy, overlap }: Rotation,
): Promise<NewApiKey> {
  const { id: _id, hash: _hash, sealedIntakeKey: _sealed, scopes, ...rights } = old;
  const { createdAt: _at, revokedAt: _revoked, seal: _seal, ...limits } = rights;
  const made = await createApiKey(needs, scopes, {
    ...limits,
    id,
    createdBy,
    principal: old.principal ?? old.id,
  });
  await needs.journal.revokeApiKey(old.id, needs.clock.now() + overlap);
  return made;
}

import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import {
  isSessionSealed,
  requireKeySeal,
  sealApiKey,
  sealSession,
  standingOfKey,
} from '../../src/executor/api-keys/key-seal.ts';
import { requireRotatable, rotateApiKey } from '../../src/executor/api-keys/rotate-api-key.ts';
import { authorizeIntake } from '../../src/executor/authorize-intake.ts';
import { deriveIntakeKey, signIntake } from '../../src/executor/intake-signature.ts';
import { createSecretSealer } from '../../src/keys/create-secret-sealer.ts';
import type { ApiKeyRecord } from '../../src/ports/stores/api-key-store.ts';
import { sealer } from '../support/intake-keys.ts';

const key: ApiKeyRecord = {
  id: 'key_0123456789ab',
  hash: 'ab'.repeat(32),
  scopes: ['view', 'submit'],
  createdAt: 1,
  wallets: ['main'],
  chains: ['ETH'],
  requestsPerMinute: 60,
  expiresAt: 5,
  principal: 'key_1',
};
const sealed = async (): Promise<ApiKeyRecord> => ({ ...key, seal: await sealApiKey(sealer, key) });

describe('a row of an API key', () => {
  it('counts if a process with the intake secret wrote it', async () => {
    expect(await standingOfKey(sealer, await sealed())).toBe('sealed');
    const other = createSecretSealer({ intakeSecret: 'x'.repeat(32), dataFolder: '/nowhere' });
    expect(await standingOfKey(other, await sealed())).toBe('changed');
  });

  it.each<[string, Partial<ApiKeyRecord>]>([
    ['id', { id: 'key_ffffffffffff' }],
    ['hash', { hash: 'cd'.repeat(32) }],
    ['scopes', { scopes: ['view', 'submit', 'approve'] }],
    ['wallets', { wallets: ['main', 'treasury'] }],
    ['chains', { chains: ['ETH', 'BSC'] }],
    ['masks', { masks: ['addresses'] }],
    ['rate', { requestsPerMinute: 6_000 }],
    ['end', { expiresAt: 6 }],
    ['person', { principal: 'key_2' }],
  ])('does not count with another %s', async (_what, change) => {
    const changed = { ...(await sealed()), ...change };
    expect(await standingOfKey(sealer, changed)).toBe('changed');
    await expect(requireKeySeal(sealer, changed)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: expect.stringContaining('ferryman key seal'),
    });
    const needs = { sealer, clock: { now: () => 0 } } as never;
    await expect(requireRotatable(needs, changed)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each(['wallets', 'chains', 'requestsPerMinute', 'expiresAt', 'principal'] as const)(
    'does not count without its %s',
    async (member) => {
      const { [member]: _, ...rest } = await sealed();
      expect(await standingOfKey(sealer, rest)).toBe('changed');
    },
  );

  it('can be revoked without another seal, and gets one of its own when it is rotated', async () => {
    const revoked: ApiKeyRecord = { ...(await sealed()), revokedAt: 2 };
    expect(await standingOfKey(sealer, revoked)).toBe('sealed');
    const stored: ApiKeyRecord[] = [];
    const journal = {
      insertApiKey: async (made: ApiKeyRecord) => void stored.push(made),
      revokeApiKey: async () => true,
    };
    const rotation = { id: 'key_aaaaaaaaaaaa', createdBy: 'test', overlap: 0 };
    await rotateApiKey(
      { journal, sealer, clock: { now: () => 0 } } as never,
      await sealed(),
      rotation,
    );
    expect(await Promise.all(stored.map((made) => standingOfKey(sealer, made)))).toEqual([
      'sealed',
    ]);
  });
});

it('a job of the intake queue waits for the seal of its key, and not for that of a revoked one', async () => {
  let row: ApiKeyRecord | undefined;
  const insertApiKey = async (made: ApiKeyRecord) => {
    row = { ...made, createdAt: 1 };
  };
  const { id: keyId, key: secret } = await createApiKey(
    { journal: { insertApiKey, countApiKeys: async () => 0 }, sealer },
    ['submit'],
  );
  const signed = { keyId, idempotencyKey: 'one', job: {} };
  const signature = signIntake(deriveIntakeKey(secret), signed).toString('hex');
  const { seal, ...unsealed } = row!;
  const asked = (found: ApiKeyRecord) =>
    authorizeIntake(
      { journal: { findApiKeyById: async () => found }, sealer },
      { ...signed, signature },
      10,
    );
  expect(await asked({ ...unsealed, seal: seal! })).toMatchObject({ id: keyId });
  await expect(asked(unsealed)).rejects.toMatchObject({ code: 'UNAUTHORIZED', next: 'retry' });
  await expect(asked({ ...row!, scopes: ['submit', 'view'] })).rejects.toMatchObject({
    ...{ code: 'UNAUTHORIZED', next: 'stop' },
  });
  await expect(asked({ ...unsealed, revokedAt: 5 })).rejects.toMatchObject({
    ...{ code: 'UNAUTHORIZED', next: 'stop' },
  });
});

it('a session stands for the key for which it was begun alone', async () => {
  const session = { hash: 'ef'.repeat(32), keyId: key.id, expiresAt: 9 };
  const seal = await sealSession(sealer, session);
  const found = { key, expiresAt: 9, seal };
  expect(await isSessionSealed(sealer, session.hash, found)).toBe(true);
  expect(await isSessionSealed(sealer, session.hash, { key, expiresAt: 9 })).toBe(false);
  expect(await isSessionSealed(sealer, 'ab', found)).toBe(false);
  expect(await isSessionSealed(sealer, session.hash, { ...found, expiresAt: 10 })).toBe(false);
  const other = { ...key, id: 'key_ffffffffffff' };
  expect(await isSessionSealed(sealer, session.hash, { ...found, key: other })).toBe(false);
});

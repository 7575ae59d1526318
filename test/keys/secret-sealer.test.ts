import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretSealer } from '../../src/keys/create-secret-sealer.ts';

let dataFolder = '';
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-intake-'));
});
afterEach(() => rm(dataFolder, { recursive: true }));

const intakeKey = Buffer.alloc(32, 7);
const intakeSecret = 's'.repeat(32);
const databaseUrl = 'postgres://server/ferryman';

describe('the sealer of secrets', () => {
  it('creates its own secret next to an embedded journal, readable by its user only, and finds it again', async () => {
    const sealers = [createSecretSealer({ dataFolder }), createSecretSealer({ dataFolder })];
    // Two that start together get one secret.
    const [sealed = '', other = ''] = await Promise.all(
      sealers.map((sealer) => sealer.seal('key_1', intakeKey)),
    );
    const path = join(dataFolder, 'intake-secret');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const secret = (await readFile(path, 'utf8')).trim();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(sealed).not.toBe(other);
    expect(Buffer.from(sealed, 'base64url').includes(intakeKey)).toBe(false);
    const next = createSecretSealer({ dataFolder });
    expect([await next.unseal('key_1', sealed), await next.unseal('key_1', other)]).toEqual([
      intakeKey,
      intakeKey,
    ]);
    // The file's content can also be an option, as after a move of the journal to a server.
    const given = createSecretSealer({ intakeSecret: secret, databaseUrl, dataFolder });
    expect(await given.unseal('key_1', sealed)).toEqual(intakeKey);
  });

  it('opens nothing with another secret, for another API key, or after a change', async () => {
    const sealer = createSecretSealer({ intakeSecret, databaseUrl, dataFolder });
    const sealed = await sealer.seal('key_1', intakeKey);
    const changed = Buffer.from(sealed, 'base64url').map((byte, at) =>
      at === 40 ? byte ^ 1 : byte,
    );
    const other = createSecretSealer({ intakeSecret: 't'.repeat(32), databaseUrl, dataFolder });
    for (const wrong of [
      other.unseal('key_1', sealed),
      sealer.unseal('key_2', sealed),
      sealer.unseal('key_1', Buffer.from(changed).toString('base64url')),
      sealer.unseal('key_1', ''),
    ]) {
      await expect(wrong).rejects.toMatchObject({ code: 'INTAKE_SECRET_WRONG', next: 'retry' });
    }
  });

  it('creates no secret for a journal on a server, which other hosts open too', async () => {
    const none = createSecretSealer({ databaseUrl, dataFolder });
    await expect(none.verify()).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('FERRYMAN_INTAKE_SECRET_FILE'),
    });
    await expect(none.seal('key_1', intakeKey)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('refuses a short secret, which could be guessed', async () => {
    await writeFile(join(dataFolder, 'intake-secret'), 'short\n');
    await expect(createSecretSealer({ dataFolder }).verify()).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('shorter than 32 characters'),
    });
    const given = createSecretSealer({ intakeSecret: 'short', dataFolder });
    await expect(given.verify()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

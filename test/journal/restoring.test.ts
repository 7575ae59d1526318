import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUpEmbedded } from '../../src/journal/backup/back-up-embedded.ts';
import { backUpPostgres } from '../../src/journal/backup/back-up-postgres.ts';
import { restoreEmbedded, restorePostgres } from '../../src/journal/backup/restore-backup.ts';
import { runTool } from '../../src/journal/backup/run-tool.ts';
import { migrate } from '../../src/journal/migrate.ts';
import { allMigrations } from '../../src/journal/migrations/all-migrations.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Backup } from '../../src/ports/stores/backup-store.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';

let server: PostgresServer;
let folder = '';
let whole: Backup;
beforeAll(async () => {
  [server, folder] = await Promise.all([
    startPostgresServer(),
    mkdtemp(join(tmpdir(), 'ferryman-restoring-')),
  ]);
  whole = await makeBackup();
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const by = 'operator ada';
const now = Date.UTC(2026, 10, 26);

const openOn = (url: string): Promise<Journal> => openJournal({ kind: 'postgres', url });

async function withKeys(journal: Journal): Promise<void> {
  const key = { scopes: ['submit'], hash: 'ab' } as const;
  await journal.insertApiKey({ ...key, id: 'good' });
  await journal.insertApiKey({ ...key, id: 'past', hash: 'cd', expiresAt: 1 });
  await journal.insertApiKey({ ...key, id: 'ended', hash: 'ef' });
  await journal.revokeApiKey('ended', 1);
}

/** A backup of a journal with three API keys, one of which is good. */
async function makeBackup(schema = allMigrations.length): Promise<Backup> {
  const url = await server.createDatabase();
  if (schema === allMigrations.length) {
    const journal = await openOn(url);
    await withKeys(journal).finally(() => journal.close());
  } else {
    const client = openPostgresClient({ url, poolSize: 1 });
    await migrate(client, allMigrations.slice(0, schema)).finally(() => client.close());
  }
  return backUpPostgres(url, folder, now, by);
}

async function copyOf(backup: Backup): Promise<Backup> {
  const copy = join(folder, randomUUID());
  await cp(backup.folder, copy, { recursive: true });
  return { ...backup, folder: copy };
}

/** Its description says something else from now on. */
async function describeAs(backup: Backup, change: Partial<Backup>): Promise<void> {
  const path = join(backup.folder, 'backup.json');
  const described = JSON.parse(await readFile(path, 'utf8')) as Backup;
  await writeFile(path, JSON.stringify({ ...described, ...change }));
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = openPostgresClient({ url, poolSize: 1 });
  return client.query<Row>(sql).finally(() => client.close());
}

describe('a restore into Postgres', () => {
  it('leaves a journal that has gone back, is stopped, and says who restored it', async () => {
    const backup = whole;
    const url = await server.createDatabase();
    const restored = await restorePostgres(
      { folder: backup.folder, by, stopped: 'went back' },
      url,
    );
    expect(restored).toMatchObject({ livingKeys: 1, revokedKeys: 0 });
    expect(await query(url, 'select epoch::int from journal_instance')).toEqual([{ epoch: 1 }]);
    const journal = await openOn(url);
    try {
      expect(await journal.stops()).toMatchObject([{ scope: 'all', reason: 'went back', by }]);
      expect(await journal.listActs({ limit: 10 })).toMatchObject([
        { actor: by, action: 'stop', subject: 'all', reason: 'went back' },
        { actor: by, action: 'restoreBackup', subject: 'journal', data: { sha256: backup.sha256 } },
        { actor: by, action: 'createBackup', subject: 'journal' },
      ]);
    } finally {
      await journal.close();
    }
  });

  it('revokes the keys of the backup if it is told to', async () => {
    const { folder: of } = whole;
    const url = await server.createDatabase();
    const restored = await restorePostgres({ folder: of, by, revokesKeys: true }, url);
    expect(restored).toMatchObject({ livingKeys: 0, revokedKeys: 1 });
    const journal = await openOn(url);
    const keys = await journal.listApiKeys();
    const acts = await journal.listActs({ limit: 1 }).finally(() => journal.close());
    expect(keys.find(({ id }) => id === 'good')?.revokedAt).toBeLessThanOrEqual(Date.now());
    expect(keys.find(({ id }) => id === 'ended')?.revokedAt).toBe(1);
    expect(acts).toMatchObject([{ data: { revokedKeys: ['good'] } }]);
  });

  it('can be of the schema of an earlier version, which has no audit log', async () => {
    const backup = await makeBackup(32);
    const url = await server.createDatabase();
    await restorePostgres({ folder: backup.folder, by }, url);
    const journal = await openOn(url);
    expect(await journal.listActs({ limit: 10 }).finally(() => journal.close())).toHaveLength(1);
  });

  it('leaves no journal that opens if a step after the data fails', async () => {
    const backup = await copyOf(whole);
    await describeAs(backup, { committed: '17' });
    const url = await server.createDatabase();
    const restore = () => restorePostgres({ folder: backup.folder, by }, url);
    await expect(restore()).rejects.toMatchObject({ code: 'BACKUP_DAMAGED' });
    // The data is there, and no process may use it.
    expect(await query(url, 'select id from api_keys')).toHaveLength(3);
    await expect(openOn(url)).rejects.toMatchObject({ code: 'RESTORE_UNFINISHED' });
    await expect(restore()).rejects.toMatchObject({ code: 'RESTORE_UNFINISHED' });
    const environment = { DATABASE_URL: url, FERRYMAN_DATA_FOLDER: folder };
    for (const more of [[], ['--dry-run']]) {
      const refused = await ferryman(['journal', 'migrate', ...more], { folder, environment });
      expect(refused.stderr).toContain('error RESTORE_UNFINISHED: ');
    }
  });

  it('leaves the database empty if the dump ends too early', async () => {
    const backup = await copyOf(whole);
    const dump = join(backup.folder, backup.file);
    await truncate(dump, backup.bytes - 2_000);
    const sha256 = createHash('sha256')
      .update(await readFile(dump))
      .digest('hex');
    await describeAs(backup, { sha256 });
    const url = await server.createDatabase();
    await expect(restorePostgres({ folder: backup.folder, by }, url)).rejects.toMatchObject({
      code: 'BACKUP_FAILED',
      message: expect.stringContaining('pg_restore ended with 1'),
    });
    const tables = `select from information_schema.tables where table_schema = 'public'`;
    expect(await query(url, tables)).toEqual([]);
  });

  it('leaves the database empty if the server refuses a part', async () => {
    const backup = whole;
    const url = await server.createDatabase();
    // It is no table, so the database counts as empty.
    await query(url, 'create function swaps_guard() returns int language sql as $$ select 1 $$');
    await query(url, 'create type wallets as (x int)');
    await expect(restorePostgres({ folder: backup.folder, by }, url)).rejects.toMatchObject({
      code: 'BACKUP_FAILED',
      message: expect.stringMatching(/psql ended with 3: .*already exists/s),
    });
    const tables = `select from information_schema.tables where table_schema = 'public'`;
    expect(await query(url, tables)).toEqual([]);
  });
});

describe('a restore into a data folder', () => {
  it('is finished before anything opens the folder again', async () => {
    const dataFolder = join(folder, randomUUID());
    await copyJournalTemplate(dataFolder);
    const client = await openPgliteClient(join(dataFolder, 'journal'));
    await migrate(client);
    const backup = await backUpEmbedded(client, folder, now).finally(() => client.close());
    const restore = () =>
      restoreEmbedded({ folder: backup.folder, by, stopped: 'went back' }, dataFolder, now);
    // The disk refuses to set the journal aside.
    const inTheWay = join(
      dataFolder,
      `journal.before-${new Date(now).toISOString().replaceAll(':', '-')}`,
    );
    await mkdir(join(inTheWay, 'x'), { recursive: true });
    await expect(restore()).rejects.toThrow('ENOTEMPTY');

    await rm(join(dataFolder, 'journal'), { recursive: true });
    await rm(inTheWay, { recursive: true });
    const config = {
      router: { url: 'http://127.0.0.1:9' },
      chains: { ETH: { chainId: 31_337, rpcUrls: ['http://127.0.0.1:9'] } },
    };
    await writeFile(join(dataFolder, 'ferryman.config.json'), JSON.stringify(config));
    const world = { folder: dataFolder, environment: { FERRYMAN_DATA_FOLDER: dataFolder } };
    for (const command of [
      ['journal', 'migrate'],
      ['retention', 'run', '--after-days', '1'],
    ]) {
      const refused = await ferryman(command, world);
      expect(refused.stderr).toContain('error RESTORE_UNFINISHED: ');
    }
    expect(await readdir(dataFolder)).not.toContain('journal');

    expect(await restore()).toMatchObject({ livingKeys: 0, revokedKeys: 0 });
    for (const command of [
      ['retention', 'run', '--after-days', '1'],
      ['backup', 'create'],
    ])
      expect(await ferryman(command, world)).toMatchObject({ code: 0 });
    const journal = await openJournal({ kind: 'pglite', folder: join(dataFolder, 'journal') });
    try {
      expect(await journal.stops()).toMatchObject([{ scope: 'all', reason: 'went back' }]);
      const acts = (await journal.listActs({ limit: 10 })).map(({ action }) => action);
      expect(acts).toEqual(['createBackup', 'runRetention', 'stop', 'restoreBackup']);
    } finally {
      await journal.close();
    }
    expect(await readdir(dataFolder)).not.toContain('restore-unfinished');
  });
});

it('has a migration by a person in the audit log', async () => {
  const url = await server.createDatabase();
  const client = openPostgresClient({ url, poolSize: 1 });
  await migrate(client, allMigrations.slice(0, 32)).finally(() => client.close());
  const environment = { DATABASE_URL: url, FERRYMAN_DATA_FOLDER: folder };
  const migrated = await ferryman(['journal', 'migrate'], { folder, environment });
  expect(migrated).toMatchObject({ code: 0 });
  const acts = `select action, data ->> 'from' as schema from audit_log`;
  expect(await query(url, acts)).toEqual([{ action: 'migrateJournal', schema: '32' }]);
});

it('gives other programs nothing of the environment that they do not need', async () => {
  const path = join(folder, 'environment');
  process.env.FERRYMAN_KEYSTORE_PASSWORD = 'hunter2';
  try {
    await runTool('sh', ['-c', 'env >"$0"', path], { PGPASSWORD: 'given' });
  } finally {
    delete process.env.FERRYMAN_KEYSTORE_PASSWORD;
  }
  const seen = await readFile(path, 'utf8');
  expect(seen).toContain('PATH=');
  expect(seen).toContain('PGPASSWORD=given');
  expect(seen).not.toContain('hunter2');
});

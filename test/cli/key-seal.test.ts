import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standingOfKey } from '../../src/executor/api-keys/key-seal.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { createSecretSealer } from '../../src/keys/create-secret-sealer.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { ferryman } from './io-for-test.ts';

const router = { url: 'http://127.0.0.1:9' };
const chains = { ETH: { chainId: 31_337, rpcUrls: ['http://127.0.0.1:9'] } };
const ids = ['key_000000000001', 'key_000000000002'] as const;

let folder = '';
const dataFolder = () => join(folder, '.ferryman');

async function onJournal<Result>(task: (journal: Journal) => Promise<Result>): Promise<Result> {
  const journal = await openJournal({ kind: 'pglite', folder: join(dataFolder(), 'journal') });
  try {
    return await task(journal);
  } finally {
    await journal.close();
  }
}

/** A journal with two keys of an earlier version, and one that is revoked. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-key-seal-'));
  await writeFile(join(folder, 'ferryman.config.json'), JSON.stringify({ router, chains }));
  await copyJournalTemplate(dataFolder());
  await onJournal(async (journal) => {
    const scopes = ['view', 'approve'] as const;
    for (const id of [...ids, 'key_000000000003'])
      await journal.insertApiKey({ id, hash: id.padEnd(64, '0'), scopes });
    await journal.revokeApiKey('key_000000000003', 1);
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const standings = () =>
  onJournal(async (journal) => {
    const sealer = createSecretSealer({ dataFolder: dataFolder() });
    const found = await Promise.all(ids.map((id) => journal.findApiKeyById(id)));
    return Promise.all(found.map((key) => key && standingOfKey(sealer, key)));
  });

it('seals the keys that a person knows, and no key unseen', async () => {
  const run = (...words: string[]) => ferryman(['key', 'seal', ...words], { folder });
  const asked = await run();
  expect(asked.stderr).toContain('INPUT_NEEDED');
  for (const id of ids) expect(asked.stdout).toMatch(new RegExp(`${id} .*view, approve .*no seal`));
  expect(asked.stdout).not.toContain('key_000000000003');
  expect(await standings()).toEqual(['unsealed', 'unsealed']);
  expect((await run(ids[1], '--yes')).code).toBe(0);
  expect(await standings()).toEqual(['unsealed', 'sealed']);
  expect((await run(ids[1], '--yes')).stderr).toContain('NOT_FOUND');
  expect((await run('--yes')).code).toBe(0);
  expect(await standings()).toEqual(['sealed', 'sealed']);
  expect((await run()).stderr).toContain('Every valid key has its seal');
  const acts = await onJournal((journal) => journal.listActs({ limit: 9 }));
  expect(acts.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    `sealKey key ${ids[0]}`,
    `sealKey key ${ids[1]}`,
  ]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose, defaultPolicy, type Ferryman, importWallet } from '../src/index.ts';
import { makeJob } from './api/fixtures.ts';
import { copyJournalTemplate } from './support/copy-journal-template.ts';
import { testPassword } from './support/harness.ts';

let dataFolder = '';
let ferryman: Ferryman;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-library-'));
  await copyJournalTemplate(dataFolder);
  const wallet = { dataFolder, name: 'treasury', password: testPassword, cost: 2 ** 14 };
  await importWallet({ ...wallet, secret: `0x${'1'.repeat(64)}` });
  ferryman = await compose({
    dataFolder,
    router: { baseUrl: 'http://127.0.0.1:9', timeoutMs: 1_000, slippageUnit: 'fraction' } as never,
    chains: [],
    policy: defaultPolicy,
    logger: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await ferryman?.close();
  await rm(dataFolder, { recursive: true });
});

it('records what its program does, and the wallets that it finds', async () => {
  const { journal } = ferryman;
  const [wallet] = await journal.wallets();
  if (!wallet) throw new Error('no wallet is registered');
  const draft = { idempotencyKey: 'one', bodyHash: '', job: makeJob(wallet) };
  const { id } = (await journal.submit(draft)).swap;
  await ferryman.cancel(id);
  const refused = ferryman.acknowledge(id, 'nothing came');
  await expect(refused).rejects.toMatchObject({ code: 'NOTHING_TO_ACKNOWLEDGE' });
  await ferryman.backUp();
  const byLibrary = { actor: 'library', subject: `swap ${id}` };
  expect(await journal.listActs({ after: 0, limit: 10 })).toMatchObject([
    { actor: 'Ferryman', action: 'registerWallet', subject: 'wallet treasury' },
    { ...byLibrary, action: 'cancelSwap' },
    { ...byLibrary, action: 'acknowledgeSwap', reason: 'nothing came' },
    {
      ...{ ...byLibrary, action: 'acknowledgeSwap.refused' },
      data: { code: 'NOTHING_TO_ACKNOWLEDGE' },
    },
    { actor: 'library', action: 'createBackup', subject: 'journal' },
  ]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { ApiDependencies } from '../../src/api/api-environment.ts';
import type { Patience } from '../../src/api/listen.ts';
import { type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import type { Wallet } from '../../src/ports/stores/wallet-store.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { makeChanges, makeSubmit } from '../api/fixtures.ts';
import { copyJournalTemplate } from './copy-journal-template.ts';
import { sealer } from './intake-keys.ts';

export interface ApiOnPglite extends ServedApi {
  journal: Journal;
  wallet: Wallet;
  /** Has every scope and no limits. */
  key: string;
  /** Of the journal; a command may have its own files there. */
  folder: string;
}

interface Options {
  /** Parts of the service in the place of those of `test/api/fixtures.ts`. */
  parts?: Partial<ApiDependencies>;
  patience?: Patience;
}

/** The API on a journal of its own, with a wallet `main`; nothing executes its swaps. */
export async function startApiOnPglite({ parts, patience }: Options = {}): Promise<ApiOnPglite> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-api-'));
  await copyJournalTemplate(folder);
  const journal = await openJournal({ kind: 'pglite', folder: join(folder, 'journal') });
  const wallet = await journal.createWallet({
    name: 'main',
    family: 'evm',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    keyRef: 'main',
  });
  const { key } = await createApiKey({ journal, sealer }, apiScopes);
  const api = await serveApi(
    {
      journal,
      submit: makeSubmit(journal, wallet),
      ...makeChanges(journal),
      ready: async () => ({ ok: true, checks: {} }),
      metrics: createMetrics(journal),
      logger: pino({ level: 'silent' }),
      ...parts,
    },
    { port: 0, ...(patience === undefined ? {} : { patience }) },
  );
  return {
    ...{ ...api, journal, wallet, key, folder },
    async close() {
      await api.close();
      await journal.close();
      await rm(folder, { recursive: true });
    },
  };
}

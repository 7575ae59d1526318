import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from 'ferryman-client';
import { pino } from 'pino';
import { serveApi } from '../../src/api/serve-api.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { makeChanges, makeSubmit } from '../api/fixtures.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { intakeKeys } from '../support/intake-keys.ts';

export interface RunningApi {
  url: string;
  apiKey: string;
  journal: Journal;
  close(): Promise<void>;
}

/** The API on a journal of its own, with a wallet `main`; nothing executes its swaps. */
export async function startApi(): Promise<RunningApi> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-client-'));
  await copyJournalTemplate(folder);
  const journal = await openJournal({ kind: 'pglite', folder: join(folder, 'journal') });
  const wallet = await journal.createWallet({
    name: 'main',
    family: 'evm',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    keyRef: 'main',
  });
  const { key } = await createApiKey({ journal, intakeKeys }, apiScopes);
  const api = await serveApi(
    {
      journal,
      submit: makeSubmit(journal, wallet),
      ...makeChanges(journal),
      ready: async () => ({ ok: true, checks: {} }),
      metrics: createMetrics(journal),
      logger: pino({ level: 'silent' }),
    },
    { port: 0 },
  );
  return {
    url: api.url,
    apiKey: key,
    journal,
    async close() {
      await api.close();
      await journal.close();
      await rm(folder, { recursive: true });
    },
  };
}

export const job: Job = {
  wallet: 'main',
  from: { chain: 'ETH', token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  to: { chain: 'POLYGON', token: 'native' },
  amount: '12.5',
  receiver: '0xf02DC103E62cF4A2C007324d8Bb95513edABf875',
  slippageBps: 50,
};

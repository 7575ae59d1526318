import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { ApiDependencies } from '../../src/api/api-environment.ts';
import type { Patience } from '../../src/api/listen.ts';
import { type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
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
  /** Submits a swap to the journal, and returns its id. */
  submit(idempotencyKey: string): Promise<SwapId>;
  /** Another process on the same journal. */
  serveWith(parts: Partial<ApiDependencies>): Promise<ServedApi>;
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
  const submit = makeSubmit(journal, wallet);
  const served: ServedApi[] = [];
  async function serveWith(changed: Partial<ApiDependencies>): Promise<ServedApi> {
    const api = await serveApi(
      {
        ...{ journal, submit },
        ...makeChanges(journal),
        ready: async () => ({ ok: true, checks: {} }),
        metrics: createMetrics(journal),
        logger: pino({ level: 'silent' }),
        ...parts,
        ...changed,
      },
      { port: 0, ...(patience === undefined ? {} : { patience }) },
    );
    served.push(api);
    return api;
  }
  const api = await serveWith({});
  return {
    ...{ ...api, journal, wallet, key, folder, serveWith },
    async submit(idempotencyKey) {
      return (await submit({ idempotencyKey, body: { amount: '12.5' } })).swap.id;
    },
    async close() {
      for (const one of served) await one.close();
      await journal.close();
      await rm(folder, { recursive: true });
    },
  };
}

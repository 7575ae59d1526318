import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { serveApi } from '../../src/api/serve-api.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { previewSwap, quoteJob } from '../../src/executor/preview/preview-swap.ts';
import { submit as submitJob } from '../../src/executor/submit.ts';
import { createTokens } from '../../src/executor/tokens.ts';
import { viewOf } from '../../src/executor/view-of.ts';
import { createWalletList } from '../../src/executor/wallet-list.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { machineClock } from '../../src/ports/clock.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { openForTest } from '../journal/open-for-test.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { sealer } from '../support/intake-keys.ts';
import { makeChanges, makeSubmit } from './fixtures.ts';
import type { FuzzedRequest } from './fuzz-requests.ts';

export interface FuzzedApi {
  journal: Journal;
  /** Has every scope. */
  key: string;
  /** Of the one swap. */
  swapId: string;
  /**
   * Sends a request. The answer has to be a documented one and no fault of the service, and a
   * request that is refused must not have changed the journal.
   */
  check(request: FuzzedRequest, what?: string): Promise<{ status: number; body: unknown }>;
  /**
   * What the journal's tables contain, but for the audit log, as a text to compare. A test that
   * changes the journal by itself looks again before its next request.
   */
  look(): Promise<string>;
  close(): Promise<void>;
}

/** An API whose journal has one wallet and one swap. */
export async function serveFuzzedApi(): Promise<FuzzedApi> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-fuzz-'));
  await copyJournalTemplate(folder);
  const opened = await openForTest(await openPgliteClient(join(folder, 'journal')));
  const { journal } = opened;
  const wallet = await journal.createWallet({
    name: 'main',
    family: 'evm',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    keyRef: 'main',
  });
  const accept = makeSubmit(journal, wallet);
  // No chain is configured, so a job is refused there at the latest; but for this one.
  const context = {
    journal,
    chains: new Map(),
    walletList: createWalletList(journal, machineClock),
    tokens: createTokens(journal),
    additionalProviders: [],
    policy: defaultPolicy,
    clock: machineClock,
    checkpoint: async () => undefined,
  } as never;
  const submit: typeof accept = async (request) =>
    JSON.stringify(request.body) === '{"amount":"12.5"}'
      ? accept(request)
      : submitJob(context, request);
  const { swap } = await submit({ idempotencyKey: 'known', body: { amount: '12.5' } });
  const { key } = await createApiKey({ journal, sealer }, apiScopes);
  const api = await serveApi(
    {
      journal,
      submit,
      ...makeChanges(journal),
      preview: (request) => previewSwap(context, request),
      quote: (request) => quoteJob(context, request),
      // A wait has nothing to find here, and would take its time.
      awaitEnd: (id) => viewOf(journal, id),
      ready: async () => ({ ok: true, checks: {} }),
      metrics: createMetrics(journal),
      logger: pino({ level: 'silent' }),
    },
    { port: 0 },
  );
  const checkAnswer = createAnswerCheck();
  const look = await watchJournal(opened.raw);
  // Requests are sent one after the other: how one leaves the journal, the next one finds it.
  let known = look();
  return {
    journal,
    key,
    swapId: swap.id,
    look() {
      known = look();
      return known;
    },
    async check(request, what = `${request.method} ${request.path}`) {
      const before = await known;
      const { isStream, ...answer } = await send(api.url, request);
      const said = `${what}: ${answer.status} ${JSON.stringify(answer.body)}`;
      expect(answer.status, said).toBeLessThan(500);
      if (!isStream) checkAnswer(request.method, request.path, answer);
      known = look();
      if (answer.status >= 400) expect(await known, said).toBe(before);
      return answer;
    },
    async close() {
      await api.close();
      await opened.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function send(url: string, { method, path, headers, body }: FuzzedRequest) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    redirect: 'error',
    signal: hangSignal(),
    ...(body === undefined ? {} : { body }),
  });
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  const isStream = type.startsWith('text/event-stream');
  // A stream of events has no end of its own.
  if (isStream) await response.body?.cancel();
  if (isStream) return { status, body: '', isStream };
  const isJson = type.includes('json;') || /json$/.test(type.replace('x-ndjson', ''));
  return {
    status,
    body: (await (isJson ? response.json() : response.text())) as unknown,
    isStream,
  };
}

/**
 * A text that changes with any row of the journal, but for the audit log, which has refusals too. As
 * long as no transaction has written, the journal need not be read.
 */
async function watchJournal(
  raw: (sql: string) => Promise<unknown[]>,
): Promise<() => Promise<string>> {
  const read = async (sql: string): Promise<string> => {
    const [row] = (await raw(sql)) as { value: unknown }[];
    return String(row?.value);
  };
  const rows = (await raw(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'audit\\_%' order by relname",
  )) as { name: string }[];
  const sums = rows.map(
    ({ name }) =>
      `(select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) from ${name} t)`,
  );
  let last = { transaction: '', journal: '' };
  return async () => {
    const transaction = await read('select pg_snapshot_xmax(pg_current_snapshot())::text as value');
    if (transaction !== last.transaction)
      last = {
        transaction,
        journal: await read(`select concat_ws('; ', ${sums.join(', ')}) as value`),
      };
    return last.journal;
  };
}

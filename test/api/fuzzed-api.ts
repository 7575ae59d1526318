import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { serveApi } from '../../src/api/serve-api.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { requireReach } from '../../src/executor/authorize.ts';
import { previewRetry } from '../../src/executor/preview/preview-retry.ts';
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
import { makeChanges, makeJob, makeSubmit } from './fixtures.ts';
import type { FuzzedRequest } from './fuzz-requests.ts';
import { createSubjects } from './fuzz-subjects.ts';
import { changedTables, type TableSums, watchJournal } from './watch-journal.ts';

export interface FuzzedApi {
  journal: Journal;
  /** Has every scope. */
  key: string;
  /** Of the one swap. */
  swapId: string;
  /** What exists of the kind that the path of a call names; empty where it names nothing. */
  subjectOf(endpoint: Pick<Endpoint, 'path'>): Promise<string>;
  /**
   * Sends a request. The answer has to be a documented one and no fault of the service. A request
   * that is refused must have changed nothing but the audit log; one that only reads or asks what
   * would be done, nothing at all.
   */
  check(request: FuzzedRequest, what?: string): Promise<CheckedAnswer>;
  /** A test that changes the journal by itself looks again before its next request. */
  look(): Promise<TableSums>;
  /** How many requests were answered. */
  answered(): number;
  close(): Promise<void>;
}

interface CheckedAnswer {
  status: number;
  body: unknown;
  /** The tables of the journal that the request has changed, but for those of the audit log. */
  changed: string[];
}

/** An API whose journal has two wallets, and one swap of the first. */
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
  await journal.createWallet({
    name: 'side',
    family: 'evm',
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    keyRef: 'side',
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
  const submit: typeof accept = async (request) => {
    if (JSON.stringify(request.body) !== '{"amount":"12.5"}') return submitJob(context, request);
    if (request.by) requireReach(request.by, makeJob(wallet));
    return accept(request);
  };
  const submitKnown = async (idempotencyKey: string) =>
    (await submit({ idempotencyKey, body: { amount: '12.5' } })).swap;
  const swap = await submitKnown('known');
  const { id: keyId, key } = await createApiKey({ journal, sealer }, apiScopes);
  const subjectOf = createSubjects(journal, {
    keyId,
    swapId: swap.id,
    submit: async () => (await submitKnown(randomUUID())).id,
  });
  const api = await serveApi(
    {
      journal,
      submit,
      ...makeChanges(journal),
      preview: (request) => previewSwap(context, request),
      previewRetry: (id) => previewRetry(context, id),
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
  let answered = 0;
  return {
    journal,
    key,
    swapId: swap.id,
    subjectOf,
    look() {
      known = look();
      return known;
    },
    answered: () => answered,
    async check(request, what = `${request.method} ${request.path}`) {
      const before = await known;
      const { isStream, ...answer } = await send(api.url, request);
      answered++;
      const said = `${what}: ${answer.status} ${JSON.stringify(answer.body)}`;
      expect(answer.status, said).toBeLessThan(500);
      if (!isStream && isDocumented(request)) checkAnswer(request.method, request.path, answer);
      known = look();
      const tables = changedTables(before, await known);
      const changed = tables.filter((table) => !table.startsWith('audit_'));
      if (onlyAsks(request)) expect(tables, said).toEqual([]);
      if (answer.status >= 400) expect(changed, said).toEqual([]);
      return { ...answer, changed };
    },
    async close() {
      await api.close();
      await opened.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Of the calls in the table of the API; the routes beside them have no schemas. */
function isDocumented({ path }: FuzzedRequest): boolean {
  return path.startsWith('/v1/') && !path.startsWith('/v1/openapi.json');
}

function onlyAsks({ method, path, body = '' }: FuzzedRequest): boolean {
  const isQuestion = /^\/v1\/(quotes|swaps\/dry-run)($|\?)/.test(path);
  return method === 'GET' || isQuestion || /"dryRun":true[,}]/.test(body);
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

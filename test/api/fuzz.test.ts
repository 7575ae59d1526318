import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../src/api/api-key.ts';
import { createEndpoints } from '../../src/api/endpoints/endpoints.ts';
import { type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { previewSwap, quoteJob } from '../../src/executor/preview/preview-swap.ts';
import { submit as submitJob } from '../../src/executor/submit.ts';
import { createTokens } from '../../src/executor/tokens.ts';
import { viewOf } from '../../src/executor/view-of.ts';
import { createWalletList } from '../../src/executor/wallet-list.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { machineClock } from '../../src/ports/clock.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { intakeKeys } from '../support/intake-keys.ts';
import { makeChanges, makeSubmit } from './fixtures.ts';
import { type FuzzedRequest, requestsOf } from './fuzz-requests.ts';

/** Of all calls together; `npm run fuzz` makes more. */
const requests = Number(process.env.FERRYMAN_FUZZ_REQUESTS ?? 2_000);
/** The same requests each time in `npm test`; `npm run fuzz` tries others. */
const seed = Number(process.env.FERRYMAN_FUZZ_SEED ?? 20_261_125);

let folder = '';
let journal: Journal;
let api: ServedApi;
let key = '';
let swapId = '';
const checkAnswer = createAnswerCheck();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-fuzz-'));
  await copyJournalTemplate(folder);
  journal = await openJournal({ kind: 'pglite', folder: join(folder, 'journal') });
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
  swapId = (await submit({ idempotencyKey: 'known', body: { amount: '12.5' } })).swap.id;
  key = (await createApiKey({ journal, intakeKeys }, apiScopes)).key;
  const changes = makeChanges(journal);
  api = await serveApi(
    {
      journal,
      submit,
      ...changes,
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
});
afterAll(async () => {
  await api.close();
  await journal.close();
  await rm(folder, { recursive: true });
});

async function send({ method, path, headers, body }: FuzzedRequest) {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers,
    redirect: 'error',
    signal: hangSignal(),
    ...(body === undefined ? {} : { body }),
  });
  const type = response.headers.get('content-type') ?? '';
  const read: unknown =
    type.includes('json;') || /json$/.test(type.replace('x-ndjson', ''))
      ? await response.json()
      : await response.text();
  return { status: response.status, body: read };
}

const endpoints = createEndpoints({ chains: [] } as never);
const perCall = Math.ceil(requests / endpoints.length);

it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s answers as documented, and never with a fault of its own',
  async (_id, endpoint) => {
    const ids = [swapId, '00000000-0000-4000-8000-000000000000', 'key_0123456789ab'];
    await fc.assert(
      fc.asyncProperty(requestsOf(endpoint, ids, key), async (request) => {
        const answer = await send(request);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        checkAnswer(request.method, request.path, answer);
      }),
      { seed, numRuns: perCall, endOnFailure: true },
    );
  },
);

it('leaves the journal whole: one wallet, a good audit log, and the swap that was there', async () => {
  expect(await journal.wallets()).toHaveLength(1);
  expect(await journal.findSwap(swapId as never)).toBeDefined();
  const { body } = await send({
    method: 'GET',
    path: '/v1/audit/verify',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(body).toMatchObject({ ok: true });
});

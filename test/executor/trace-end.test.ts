import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { startBulkActions } from '../../src/executor/bulk/start-bulk-actions.ts';
import { cancel } from '../../src/executor/cancel.ts';
import { resolve } from '../../src/executor/resolve.ts';
import { traceAct } from '../../src/executor/trace-acts.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import type { Tracing } from '../../src/ports/tracing.ts';
import { openTracing } from '../../src/telemetry/tracing/open-tracing.ts';
import { contextOf } from '../api/fixtures.ts';
import { openForTest } from '../journal/open-for-test.ts';
import { newWorld, type OpenedJournal, type World } from '../journal/suite/fixture.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { sealer } from '../support/intake-keys.ts';
import { noOutages } from '../support/no-outages.ts';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { until } from '../support/until.ts';

let folder = '';
let opened: OpenedJournal;
let journal: Journal;
let world: World;
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let tracing: Tracing;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-trace-end-'));
  await copyJournalTemplate(folder);
  opened = await openForTest(await openPgliteClient(join(folder, 'journal')));
  ({ journal } = opened);
  world = await newWorld(opened);
  receiver = await startOtlpReceiver();
  tracing = openTracing({ endpoint: receiver.url, outages: noOutages });
});
afterAll(async () => {
  await tracing?.close();
  await receiver?.close();
  await opened?.close();
  await rm(folder, { recursive: true });
});

const context = () => ({ ...contextOf(journal), tracing });

/** An act as a request of the API does it. */
const act = <Answer>(name: string, id: SwapId, run: () => Promise<Answer>) =>
  tracing.root(`POST ${name}`, { kind: 'server' }, () => traceAct(tracing, name, id, run));

/** The spans of a swap, once that of the whole swap has arrived with the last of these. */
async function traceOf(id: SwapId, last: string) {
  const spans = () =>
    receiver.spans.filter(({ attributes }) => attributes['ferryman.swap.id'] === id);
  await until(async () => spans().some(({ name }) => name === last));
  await until(async () => spans().some(({ name }) => name === 'swap'));
  expect(new Set(spans().map(({ traceId }) => traceId))).toEqual(new Set([id.replaceAll('-', '')]));
  const whole = spans().filter(({ name }) => name === 'swap');
  expect(whole).toHaveLength(1);
  expect(whole[0]?.parentSpanId ?? '').toBe('');
  // Everything is below the swap's own span, by way of the work that it is part of.
  const ids = new Set(spans().map(({ spanId }) => spanId));
  for (const span of spans())
    if (span !== whole[0]) expect(ids, span.name).toContain(span.parentSpanId);
  return { spans: spans(), state: whole[0]?.attributes['ferryman.swap.state'] };
}

describe('the trace of a swap that a person ends', () => {
  it('ends with the first of several cancels', async () => {
    const { id } = await world.submit();
    await act('cancel', id, () => cancel(context(), id));
    await act('again', id, () => cancel(context(), id));
    const { spans, state } = await traceOf(id, 'again');
    expect(state).toBe('cancelled');
    const names = spans.map(({ name }) => name).sort();
    expect(names).toEqual(['POST again', 'POST cancel', 'again', 'cancel', 'swap']);
  });

  it('ends with its resolution', async () => {
    const { id } = await world.submit();
    const review = { state: 'needs_review', fundsState: 'untouched' } as const;
    await journal.transition({ swapId: id, version: await world.version(id), ...review });
    const request = { as: 'unpaid', by: 'a test', reason: 'nothing was signed' } as const;
    await act('resolve', id, () => resolve(context(), id, request));
    expect((await traceOf(id, 'resolve')).state).toBe('failed');
  });

  it('ends with its turn in a bulk action', async () => {
    const { id } = await world.submit();
    const { id: keyId } = await createApiKey({ journal, sealer }, apiScopes);
    await journal.createBulkAction({
      ...{ id: randomUUID(), idempotencyKey: randomUUID(), bodyHash: '', keyId, swaps: [id] },
      ...{ action: 'cancel', filter: { newerThan: '1h' }, reason: 'a test', perMinute: 6_000 },
    });
    const bulk = startBulkActions({ ...context(), holder: 'a test' });
    bulk.wake();
    expect((await traceOf(id, 'bulk cancel')).state).toBe('cancelled');
    await bulk.stop();
  });
});

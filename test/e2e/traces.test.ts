import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobOf, planRoutes } from '../../src/cli/demo/plan-routes.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { testPassword } from '../support/harness.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { type Api, type ServerForm, startServerForm } from '../support/server-form.ts';
import { until } from '../support/until.ts';

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let form: ServerForm;
let api: Api;
let swap: SwapId;
const caller = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  form = await startServerForm({}, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  api = await form.startApi();
  await Promise.all(
    (['execute', 'track', 'recover'] as const).map((role) => form.startWorker(role)),
  );
  const { chains } = form.sandbox.endpoints;
  const route = planRoutes(form.sandbox.endpoints).find(({ kind }) => kind === 'cross-chain');
  if (!route) throw new Error('the sandbox has no such route');
  swap = await api.submit('traced', jobOf(route, { chains }, form.walletOf), {
    traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
  });
  await until(async () => {
    const { body } = await api.ask(`/v1/swaps/${swap}`);
    return (body.swap as { state: string }).state === 'settled';
  });
  await until(async () => receiver.spans.some(({ name }) => name === 'swap'));
});
afterAll(async () => {
  await form?.close();
  await receiver?.close();
});

const ofSwap = (): ReceivedSpan[] =>
  receiver.spans.filter(({ attributes }) => attributes['ferryman.swap.id'] === swap);

describe('the trace of a swap', () => {
  it('is one over all processes, from its submission to its settlement', () => {
    const spans = ofSwap();
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(
      new Set([swap.replaceAll('-', '')]),
    );
    expect(new Set(spans.map(({ process }) => process)).size).toBeGreaterThanOrEqual(2);
    const names = new Set(spans.map(({ name }) => name));
    for (const name of [
      'swap',
      'POST /v1/swaps',
      'submit',
      'advance',
      'execute',
      'lease',
      'guard',
      'commit',
      'settle',
      'chain prepare',
      'chain sign',
      'chain broadcast',
    ]) {
      expect(names, name).toContain(name);
    }
    expect([...names].some((name) => name.startsWith('router '))).toBe(true);
    expect([...names].some((name) => name.startsWith('eth_'))).toBe(true);
  });

  it('has no span whose parent is missing, and none that is longer than the swap', () => {
    const spans = ofSwap();
    const whole = spans.find(({ name }) => name === 'swap');
    const known = new Set(spans.map(({ spanId }) => spanId));
    for (const span of spans.filter((one) => one !== whole))
      expect(known, span.name).toContain(span.parentSpanId);
    expect(whole?.parentSpanId ?? '').toBe('');
    const signed = spans.find(({ name }) => name === 'chain sign');
    expect(signed && whole && signed.start >= whole.start && signed.end <= whole.end).toBe(true);
  });

  it('has its own submission in a batch', async () => {
    const { chains } = form.sandbox.endpoints;
    const [route] = planRoutes(form.sandbox.endpoints);
    if (!route) throw new Error('the sandbox has no route');
    const job = jobOf(route, { chains }, form.walletOf);
    const { body } = await api.ask('/v1/swaps/batch', {
      swaps: ['one', 'two'].map((idempotencyKey) => ({ idempotencyKey, job })),
    });
    const ids = (body.results as { swapId: string }[]).map(({ swapId }) => swapId);
    const submissions = () => receiver.spans.filter(({ name }) => name === 'job of a batch');
    await until(async () => submissions().length === 2);
    expect(submissions().map(({ traceId }) => traceId)).toEqual(
      expect.arrayContaining(ids.map((id) => id.replaceAll('-', ''))),
    );
    await until(async () => receiver.spans.some(({ name }) => name === 'POST /v1/swaps/batch'));
    const request = receiver.spans.find(({ name }) => name === 'POST /v1/swaps/batch');
    expect(request?.attributes['ferryman.swap.id']).toBeUndefined();
  });

  it('ends in the process that ends the swap, such as the API with a cancel', async () => {
    const { chains } = form.sandbox.endpoints;
    const [route] = planRoutes(form.sandbox.endpoints);
    if (!route) throw new Error('the sandbox has no route');
    await api.ask('/v1/stops', { scope: 'all', reason: 'a test' });
    const id = await api.submit('cancelled', jobOf(route, { chains }, form.walletOf));
    const { body } = await api.ask(`/v1/swaps/${id}/cancel`, {});
    expect(body.swap).toMatchObject({ state: 'cancelled' });
    const spans = () => receiver.spans.filter((one) => one.attributes['ferryman.swap.id'] === id);
    await until(async () => spans().some(({ name }) => name === 'swap'));
    await until(async () => spans().some(({ name }) => name === 'cancel'));
    const [whole, ...others] = spans().filter(({ name }) => name === 'swap');
    expect(others).toEqual([]);
    const act = spans().find(({ name }) => name === 'cancel');
    const request = spans().find(({ spanId }) => spanId === act?.parentSpanId);
    expect(request?.parentSpanId).toBe(whole?.spanId);
    expect(request?.process).toBe(whole?.process);
  });

  it("links the request to its caller's trace", () => {
    const request = ofSwap().find(({ name }) => name === 'POST /v1/swaps');
    expect(request?.links).toMatchObject([caller]);
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/swaps',
      'ferryman.request.id': expect.any(String),
    });
  });

  it("belongs to the caller's trace if a request concerns no swap", async () => {
    await fetch(`${api.url}/v1/chains`, {
      headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
    });
    const find = () => receiver.spans.find(({ name }) => name === 'GET /v1/chains');
    await until(async () => find() !== undefined);
    expect(find()).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });
  });

  it('tells no secret, no path of an endpoint and no address', () => {
    const text = receiver.text();
    for (const secret of [testPassword, 'fm_', form.wallet.address.slice(2).toLowerCase()])
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(text).not.toMatch(/0x[0-9a-f]{40}/i);
  });
});

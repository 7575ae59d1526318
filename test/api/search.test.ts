import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiDependencies } from '../../src/api/api-environment.ts';
import { exportEndpoints } from '../../src/api/endpoints/export.ts';
import { streamBody } from '../../src/api/event-stream.ts';
import { exportSwaps } from '../../src/api/export-swaps.ts';
import { whileAllowed } from '../../src/api/while-allowed.ts';
import { csvLine } from '../../src/core/text/csv-line.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { makeJob } from './fixtures.ts';

let api: ApiOnPglite;
let journal: Journal;
let key = '';
const checkAnswer = createAnswerCheck();
const ids: string[] = [];

beforeAll(async () => {
  api = await startApiOnPglite();
  ({ journal, key } = api);
  for (let count = 0; count < 5; count++) {
    const { swap } = await journal.submit({
      idempotencyKey: `invoice-${count}`,
      bodyHash: `${count}`,
      job: makeJob(api.wallet, { metadata: { team: count < 2 ? 'payroll' : '=HYPERLINK("x")' } }),
    });
    ids.push(swap.id);
  }
});
afterAll(() => api.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are compared with the document.
async function list(query: string): Promise<any> {
  const path = `/v1/swaps?${query}`;
  const response = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const answer = { status: response.status, body: await response.json() };
  checkAnswer('GET', path, answer);
  return answer;
}

const found = async (query: string): Promise<string[]> =>
  (await list(query)).body.swaps.map(({ id }: { id: string }) => id);

describe('a list of swaps', () => {
  it('has what every condition of its filter holds for', async () => {
    expect(await found('metadata=team%3Dpayroll&state=requested,quoted')).toEqual([ids[1], ids[0]]);
    expect(await found('q=invoice-3')).toEqual([ids[3]]);
    expect(await found(`q=${ids[2]}&chain=POLYGON&fromToken=usdc&flow=wallet`)).toEqual([ids[2]]);
    expect(await found('olderThan=1h')).toEqual([]);
    expect(await found('newerThan=1h&wallet=main&fundsState=untouched')).toHaveLength(5);
    expect(await found('provider=across')).toEqual([]);
  });

  it.each([
    ['chain=ETHH', '"ETHH" is not a known chain; did you mean ETH?'],
    ['toChain=POLYGN', '"POLYGN" is not a known chain; did you mean POLYGON?'],
    ['state=setled', '"setled" is not a known state; did you mean settled?'],
    ['fundsState=moved,unknwon', '"unknwon" is not a known state of funds; did you mean unknown?'],
    ['provider=acros', 'did you mean across?'],
    [
      'error=ROUTER_NO_ROUT',
      '"ROUTER_NO_ROUT" is not a known error code; did you mean ROUTER_NO_ROUTE?',
    ],
    ['wallet=mian', '"mian" is not a known wallet'],
    ['createdAfter=yesterday', 'is not a time such as "2026-01-31T12:00:00Z"'],
    ['olderThan=1week', 'is not a time span such as 90s, 30m, 12h or 7d'],
    ['metadata=%3Dx', 'has no key before the "="'],
    ['retryOf=1', 'is no id of a swap'],
  ])('refuses %s, since it would match nothing', async (query, detail) => {
    const { status, body } = await list(query);
    const [name = ''] = query.split('=');
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    expect(body.errors).toMatchObject([
      { pointer: `/${name}`, detail: expect.stringContaining(detail) },
    ]);
  });
});

describe('an export', () => {
  const download = (query: string, signal?: AbortSignal) =>
    fetch(`${api.url}/v1/swaps/export?${query}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(signal ? { signal } : {}),
    });

  it('has every swap of its filter, with exact amounts, as one JSON object a line', async () => {
    const answer = await download('format=json&newerThan=1h');
    expect(answer.headers.get('content-type')).toMatch('application/x-ndjson');
    const swaps = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(swaps.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(swaps[0]).toMatchObject({ amount: '12.5', amountBaseUnits: '12500000' });
  });

  it('as CSV has no cell that a spreadsheet would run', async () => {
    const answer = await download('q=invoice-4');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [titles = '', line = '', ...more] = (await answer.text()).split('\n');
    expect(more).toEqual(['']);
    expect(titles).toMatch(/^id,idempotencyKey,state,fundsState,reasonCode,/);
    expect(line).toContain(`${ids[4]},invoice-4,requested,untouched,`);
    expect(line).toContain(',12.5,12500000,POLYGON,');
    expect(csvLine(['a;=1+1', '＝1', ' =1', '\n=1', '\t=1', 'a; "=1', 'a;b', 'a-b=c'])).toBe(
      `"a;'=1+1",'＝1,' =1,"'\n'=1","'\t'=1","a;' ""=1","a;b",a-b=c\n`,
    );
    expect(csvLine(['=1+1', '+1', '-1', '@a', 'a,"b"', 'plain', '1.5'])).toBe(
      `'=1+1,'+1,'-1,'@a,"a,""b""",plain,1.5\n`,
    );
  });

  it('refuses what a list refuses', async () => {
    expect((await download('chain=ETHH')).status).toBe(400);
    expect((await download('format=xml')).status).toBe(400);
  });

  it('is cut off if its reader stalls, and a key has few at a time', async () => {
    vi.useFakeTimers();
    const page = { swaps: [], nextCursor: 'more' };
    const [endpoint] = exportEndpoints({
      journal: { listSwaps: async () => page },
      chains: [],
      additionalProviders: [],
      clock: { now: () => 0 },
    } as unknown as ApiDependencies);
    const begin = async () => {
      const query = { format: 'csv' };
      const answer = await endpoint?.handle({ query, key: { id: 'key_0' } } as never);
      if (!answer || !('stream' in answer)) throw new Error('no stream');
      return answer.stream;
    };
    const [stalled] = [await begin(), await begin(), await begin(), await begin()];
    await expect(begin()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const body = streamBody(stalled, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(61_000);
    vi.useRealTimers();
    await expect(new Response(body).text()).rejects.toThrow();
    await begin();
  });

  it('breaks off once its reader may not read any more', async () => {
    const endless = { listSwaps: async () => ({ swaps: [], nextCursor: 'more' }) };
    const pieces = exportSwaps(endless, {}, 'csv', new AbortController().signal);
    const over = new FerrymanError('UNAUTHORIZED', 'the session is over');
    const reading = whileAllowed(pieces, () => Promise.reject(over), 0);
    await expect(reading.next()).rejects.toBe(over);
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
  });

  it('reads no further when its reader goes', async () => {
    let pages = 0;
    const endless = {
      async listSwaps() {
        pages += 1;
        return { swaps: [], nextCursor: 'more' };
      },
    };
    const gone = new AbortController();
    const reading = exportSwaps(endless, {}, 'csv', gone.signal);
    await reading.next();
    gone.abort();
    expect(await reading.next()).toEqual({ done: true, value: undefined });
    expect(pages).toBe(1);
  });
});

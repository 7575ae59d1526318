import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Posting } from '../../src/core/books/posting.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { sealer } from '../support/intake-keys.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

let api: ApiOnPglite;
beforeAll(async () => {
  api = await startApiOnPglite();
});
afterAll(() => api.close());

const period = 'from=2020-01-01&until=2200-01-01';

async function ask(path: string, key = api.key): Promise<{ status: number; text: string }> {
  const response = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return { status: response.status, text: await response.text() };
}

/** A swap that has ended, and is to be booked. */
async function endedSwap(key: string): Promise<SwapId> {
  const id = await api.submit(key);
  await api.journal.cancel(id);
  return id;
}

async function book(id: SwapId, source: string): Promise<boolean> {
  const swap = (await api.journal.unbooked(Date.UTC(2200, 0), 10)).find(
    ({ swapId }) => swapId === id,
  );
  const fee: Posting = {
    ...{
      source,
      kind: 'network-fee',
      wallet: 'main',
      account: '0xf3',
      family: 'evm',
      chain: 'ETH',
    },
    ...{ token: '0x00', symbol: 'ETH', decimals: 18, listed: true, amount: -21_000n, txId: '0xab' },
    price: { usdE18: 2_000n * 10n ** 18n, at: Date.UTC(2026, 0), source: 'static' },
  };
  return api.journal.recordEntry({ ...swap!, postings: [fee] });
}

it('refuses an export that would lack a swap, and gives the same bytes once it is booked', async () => {
  const id = await endedSwap('one');
  const refused = await ask(`/v1/treasury/books?${period}`);
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([409, 'BOOKS_INCOMPLETE']);
  // A period that ends before the swap is complete.
  expect((await ask('/v1/treasury/books?from=2020-01-01&until=2021-01-01')).status).toBe(200);

  expect(await book(id, 'one')).toBe(true);
  const [first, again] = [
    await ask(`/v1/treasury/books?${period}`),
    await ask(`/v1/treasury/books?${period}&format=csv`),
  ];
  expect(first.status).toBe(200);
  expect(again.text).toBe(first.text);
  expect(first.text).toContain('0.000000000000021,21000,2000,0.000000000042,');
});

it('books a source once, and an event once', async () => {
  const [two, three] = [await endedSwap('two'), await endedSwap('three')];
  const [event] = await api.journal.unbooked(Date.UTC(2200, 0), 1);
  expect(await book(two, 'two')).toBe(true);
  expect(await api.journal.recordEntry({ ...event!, postings: [] })).toBe(false);
  await expect(book(three, 'two')).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
  expect(await book(three, 'three')).toBe(true);
});

it('finds nothing to book of a swap that signed nothing', async () => {
  const facts = await api.journal.bookFacts(await api.submit('five'));
  expect(facts).toMatchObject({ transactions: [], legs: [], manualPayments: [], touched: [] });
});

it('shows receipts as a page that runs and loads nothing, and saves the rest', async () => {
  const head = async (format: string) =>
    (
      await fetch(
        `${api.url}/v1/treasury/books?from=2020-01-01&until=2021-01-01&format=${format}`,
        {
          headers: { authorization: `Bearer ${api.key}` },
        },
      )
    ).headers;
  const receipts = await head('receipts');
  expect(receipts.get('content-disposition')).toBe('inline; filename="receipts.html"');
  expect(receipts.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox/);
  const csv = await head('csv');
  expect(csv.get('content-disposition')).toMatch(/^attachment;/);
});

it('has no books for a key that does not see addresses', async () => {
  const { key } = await createApiKey({ journal: api.journal, sealer }, ['view'], {
    masks: ['addresses'],
  });
  const { status, text } = await ask(`/v1/treasury/books?${period}`, key);
  expect([status, JSON.parse(text).code]).toEqual([403, 'MASKED']);
});

it('names each fault of a period', async () => {
  const { status, text } = await ask('/v1/treasury/books?from=2026-02-30x&until=never&format=xls');
  expect(status).toBe(400);
  expect(JSON.parse(text).errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/from',
    '/until',
    '/format',
  ]);
});

it('lists balances over time in pages', async () => {
  const sample = (at: number, settled: bigint) => ({
    ...{ wallet: 'main', family: 'evm' as const, account: '0xf3', chain: 'ETH', token: '0x00' },
    ...{ symbol: 'ETH', decimals: 18, at, block: 7n, settled, inFlight: 0n, booked: 0n },
    usdE18: 2_000n * 10n ** 18n,
  });
  const times = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 3)];
  await api.journal.recordBalances(times.map((at, day) => sample(at, BigInt(day) * 10n ** 18n)));
  const path = '/v1/treasury/balances?from=2026-01-01&until=2026-01-04&limit=2';
  const first = JSON.parse((await ask(path)).text);
  const second = JSON.parse((await ask(`${path}&cursor=${first.nextCursor}`)).text);
  expect([...first.balances, ...second.balances].map(({ at, usd }) => [at, usd])).toEqual([
    ['2026-01-01T00:00:00.000Z', '0'],
    ['2026-01-02T00:00:00.000Z', '2000'],
    ['2026-01-03T00:00:00.000Z', '4000'],
  ]);
  expect(second.nextCursor).toBeUndefined();
  await api.journal.recordBalances([sample(times[1]! + 3_600_000, 9n), sample(times[2]! + 1, 10n)]);
  const daily = JSON.parse((await ask(`${path}00&every=day`)).text);
  expect(
    daily.balances.map(({ settledBaseUnits }: Record<string, string>) => settledBaseUnits),
  ).toEqual(['0', '9', '10']);
  const hourly = JSON.parse((await ask(`${path}00&every=hour`)).text);
  expect(hourly.balances).toHaveLength(4);
  expect(JSON.parse((await ask(`/v1/treasury/drift?${period}`)).text)).toEqual({ drift: [] });
});

it('leaves a whole file or none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-export-'));
  const out = ['--format', 'beancount', '--out', join(folder, 'books')];
  const run = () =>
    ferryman(['treasury', 'export', '--from', '2020-01-01', '--until', '2200-01-01', ...out], {
      folder,
      environment: { FERRYMAN_API_URL: api.url, FERRYMAN_API_KEY: api.key },
    });
  expect(await run()).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'books'), 'utf8')).toContain('Expenses:Fees:Network');
  await endedSwap('four');
  await rm(join(folder, 'books'));
  const refused = await run();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('BOOKS_INCOMPLETE');
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookFormat, bookFormats } from '../../../src/core/books/book-writer.ts';
import { commodityOf } from '../../../src/core/books/commodity.ts';
import { createBookWriter } from '../../../src/core/books/create-book-writer.ts';
import type { BookEntry, Posting } from '../../../src/core/books/posting.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { hangSignal } from '../../support/hang-limit.ts';

const run = promisify(execFile);

const ether = {
  family: 'evm',
  chain: 'ETH',
  token: '0x0',
  symbol: 'ETH',
  decimals: 18,
  listed: true,
} as const;
const usdc = {
  family: 'evm',
  chain: 'ETH',
  token: '0xa0b8',
  symbol: 'USDC',
  decimals: 6,
  listed: true,
} as const;
const named = { ...usdc, token: '0xbad', symbol: 'USDC', listed: false } as const;
const wallet = { wallet: 'main_safe.one/2', account: '0x11' };
const outside = { account: '0x99' };
const day = Date.UTC(2026, 9, 25, 0, 30);

function posting(
  kind: Posting['kind'],
  source: string,
  amount: bigint,
  given: Partial<Posting>,
): Posting {
  return { ...ether, ...wallet, txId: '0xabc', ...given, kind, source, amount };
}

function entry(
  number: number,
  postings: readonly Posting[],
  given: Partial<BookEntry> = {},
): BookEntry {
  return {
    swapId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as SwapId,
    entry: 1,
    at: day + number * 1_000,
    idempotencyKey: `key-${number}`,
    state: 'settled',
    level: 'verified',
    provider: 'relay',
    wallet: wallet.wallet,
    receiver: outside.account,
    postings,
    ...given,
  };
}

const price = { usdE18: 2_500_123_456_789_000_000_000n, at: day, source: 'static' };
const entries: readonly BookEntry[] = [
  entry(1, [
    posting('payment', 'p1', -100_000_000n, { ...usdc, price: { ...price, usdE18: 10n ** 18n } }),
    posting('network-fee', 'f1', -21_000_000_000_001n, { price }),
    posting('network-fee', 'f2', -5n, { txId: '0xapprove', price }),
    posting('charge', 'c1', -1n, {}),
    posting('payout', 'l1', 39_999_999_999_999_999n, { price }),
  ]),
  entry(2, [
    posting('payment', 'p2', -1n, {}),
    posting('payout', 'l2', 7n, { ...named, ...outside, wallet: undefined as never }),
  ]),
  entry(3, [posting('payment', 'p3', -3n, {}), posting('refund', 'l3', 3n, { txId: '0xback' })]),
  // What others choose must not write a line of the books.
  entry(
    4,
    [
      posting('payout', 'l4', 12n, {
        ...named,
        symbol: '=1+1;"\n2026-01-01 open Assets:Evil',
        decimals: 0,
      }),
    ],
    {
      provider: 'evil"\n2026-01-01 open Assets:Evil ; |',
      idempotencyKey: '";\n<script>alert(1)</script>',
    },
  ),
  entry(5, [posting('payout', 'l5', -12n, {}), posting('return', 'r5', 2n, {})]),
  entry(6, [posting('network-fee', 'f6', -9n, {})], { state: 'failed' }),
];

function textOf(format: BookFormat, given: readonly BookEntry[] = entries): string {
  const writer = createBookWriter(format);
  const period = { from: Date.UTC(2026, 9, 1), until: Date.UTC(2026, 10, 1) };
  return [writer.head(period), ...given.map((one) => writer.entry(one)), writer.foot()].join('');
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-books-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function stored(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** Positions of `fields` in lines of CSV without quotes in them. */
function table(text: string): Record<string, string>[] {
  const [titles = '', ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(titles.split(',').map((title, index) => [title, cells[index] ?? '']));
  });
}

describe('books', () => {
  it('are the same bytes each time', () => {
    for (const format of bookFormats) expect(textOf(format)).toBe(textOf(format));
  });

  it('are accepted by bean-check', async () => {
    const path = await stored('books.beancount', textOf('beancount'));
    await expect(run('bean-check', [path], { signal: hangSignal() })).resolves.toMatchObject({
      stderr: '',
    });
  });

  it('are refused by bean-check once an amount is changed', async () => {
    const broken = textOf('beancount').replace(' -0.000021000000000001 ', ' -0.1 ');
    const path = await stored('broken.beancount', broken);
    await expect(run('bean-check', [path], { signal: hangSignal() })).rejects.toThrow(
      'does not balance',
    );
  });

  it('are accepted by hledger in its strict mode, which sums up what the postings say', async () => {
    const path = await stored('books.journal', textOf('hledger'));
    await run('hledger', ['check', '--strict', '-f', path], { signal: hangSignal() });
    const { stdout } = await run(
      'hledger',
      ['balance', '-f', path, 'Assets', '--flat', '--no-total', '-O', 'csv', '--layout', 'bare'],
      { signal: hangSignal() },
    );
    const sum = entries
      .flatMap(({ postings }) => postings)
      .filter((one) => one.wallet !== undefined && one.token === ether.token)
      .reduce((total, { amount }) => total + amount, 0n);
    const ofEther = stdout.split('\n').find((line) => line.includes('ETH.ETH'));
    expect(ofEther?.replaceAll('"', '').split(',').at(-1)).toBe(`0.0${sum}`);
  });

  it('name a token that only calls itself so after its address', () => {
    expect(commodityOf(usdc)).toBe('USDC.ETH');
    expect(commodityOf(named)).toMatch(/^USDC\.[0-9A-F]{8}$/);
    expect(commodityOf({ ...named, token: '0xother' })).not.toBe(commodityOf(named));
  });

  it('are a row for each swap and fee, with amounts, prices and hashes', () => {
    const rows = table(textOf('csv', entries.slice(0, 3)));
    expect(rows.map(({ type }) => type)).toEqual(['swap', 'fee', 'fee', 'fee', 'swap', 'refund']);
    expect(rows[0]).toMatchObject({
      time: '2026-10-25T00:30:01.000Z',
      sentSymbol: 'USDC',
      sentAmount: '100',
      sentAmountBaseUnits: '100000000',
      sentUsd: '100',
      receivedAmount: '0.039999999999999999',
      receivedUsdPrice: '2500.123456789',
      receivedTxId: '0xabc',
    });
    expect(rows[1]).toMatchObject({ sentKind: 'network-fee', sentAmount: '0.000021000000000001' });
    expect(rows[2]).toMatchObject({ sentTxId: '0xapprove' });
  });

  it('have Koinly’s columns: a trade with its fee, costs, and withdrawals of what others got', () => {
    const rows = table(textOf('koinly', entries.slice(0, 2)));
    expect(rows.map((row) => [row['Sent Currency'], row['Received Currency'], row.Label])).toEqual([
      ['USDC', 'ETH', ''],
      ['ETH', '', 'cost'],
      ['ETH', '', 'cost'],
      ['ETH', commodityOf(named), ''],
      [commodityOf(named), '', ''],
    ]);
    expect(rows[0]).toMatchObject({
      Date: '2026-10-25 00:30:01 UTC',
      'Fee Amount': '0.000021000000000001',
      'Fee Currency': 'ETH',
      'Net Worth Amount': '100',
      TxHash: '0xabc',
    });
  });

  it('tell what a later proof takes back from what was paid', () => {
    const fee = (amount: bigint) => posting('network-fee', `f${amount}`, amount, {});
    const cheaper = entry(7, [
      posting('payment', 'p7', -100n, usdc),
      fee(2n),
      posting('payout', 'l7', 4n, {}),
    ]);
    const gone = entry(8, [posting('payment', 'p8', 100n, usdc), fee(7n)], { state: 'failed' });
    expect(
      table(textOf('koinly', [cheaper, gone])).map((row) => [
        ...[row['Sent Amount'], row['Received Amount'], row['Fee Amount'], row.Label],
      ]),
    ).toEqual([
      ['0.0001', '0.000000000000000004', '', ''],
      ['', '0.000000000000000002', '', ''],
      ['', '0.0001', '', ''],
      ['', '0.000000000000000007', '', ''],
    ]);
    expect(textOf('receipts', [gone])).toContain(
      `<p>swap 0.0001 ${commodityOf(usdc)} taken back, failed</p>`,
    );
  });

  it('are receipts without a script, whatever others have named', () => {
    const html = textOf('receipts');
    expect(html.match(/<section>/g)).toHaveLength(entries.length);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
  });

  it('run no formula in a spreadsheet', () => {
    expect(textOf('csv', entries.slice(3, 4))).toContain('"\'=1+1');
  });
});

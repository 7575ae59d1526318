import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { isBeyond } from '../../src/core/books/judge-drift.ts';
import type { Posting } from '../../src/core/books/posting.ts';
import { topicsOf } from '../../src/executor/feed/topics.ts';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import { feedStart } from '../../src/ports/stores/feed-store.ts';
import type { Wallet } from '../../src/ports/stores/wallet-store.ts';
import { bookSwaps } from '../../src/treasury/books/book-swaps.ts';
import { readBooks } from '../../src/treasury/books/read-books.ts';
import { sampleBalances } from '../../src/treasury/books/sample-balances.ts';
import { followRules } from '../../src/treasury/follow-rules.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  fund,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

/** Chain, token, chain, token, amount, and the provider if it is a deposit. */
type Route = readonly [string, string, string, string, string, string?];

const routes: readonly Route[] = [
  ['ETH', 'USDC', 'ETH', 'native', '100'],
  ['ETH', 'native', 'BITCOIN', 'native', '1'],
  ['TRON', 'USDC', 'TRON', 'native', '60'],
  ['TRON', 'USDT', 'ETH', 'USDC', '60', 'simple_swap'],
  ['SOLANA', 'native', 'SOLANA', 'USDT', '1'],
  ['SOLANA', 'native', 'TON', 'native', '1'],
  ['TON', 'USDT', 'TON', 'native', '40'],
  ['TON', 'native', 'ETH', 'native', '30'],
  ['BITCOIN', 'native', 'TON', 'USDT', '0.01'],
];

const day = 86_400_000;

describe('the books', () => {
  let calendar = Date.parse('2040-02-06T00:00:00Z');
  const clock = { now: () => calendar };
  const nextNine = (): void => {
    calendar = Math.floor(calendar / day) * day + day + (9 * day) / 24;
  };
  let sandbox: Sandbox;
  let test: TestFerryman;
  let wallets: readonly Wallet[];

  beforeAll(async () => {
    sandbox = await startSandbox();
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['evm'],
      familyWallets: {
        tron: { name: 'tron' },
        solana: { name: 'solana' },
        ton: { name: 'ton' },
        bitcoin: { name: 'bitcoin' },
      },
      adjust: (options) => ({ ...options, treasury: { clock } }),
    });
    wallets = await test.ferryman.journal.wallets();
    for (const { family, address } of wallets)
      await fundSandboxWallet(sandbox.endpoints, address, family);
  });
  afterAll(async () => {
    await test?.close();
    await sandbox?.close();
  });

  function tokensOn(chain: string): { symbol: string; address: string }[] {
    const found = Object.entries(sandbox.endpoints.chains).find(([name]) => name === chain)?.[1];
    const coin = test.context.chains.get(chain)!.chain.nativeToken.address;
    const canonical = (text: string): string => {
      const parsed = test.context.chains.get(chain)!.parseAddress(text);
      return parsed.ok ? parsed.address : text;
    };
    const tokens = (found?.tokens ?? []).map(({ symbol, address }) => ({
      symbol,
      address: canonical(address),
    }));
    return [{ symbol: 'native', address: coin }, ...tokens];
  }

  function tokenOn(chain: string, symbol: string): string {
    return tokensOn(chain).find((one) => one.symbol === symbol)!.address;
  }

  function walletOn(chain: string): Wallet {
    const { family } = test.context.chains.get(chain)!.chain;
    return wallets.find((wallet) => wallet.family === family)!;
  }

  /** Base units of everything that the wallets have, by wallet, chain and token. */
  async function balances(): Promise<Record<string, bigint>> {
    const all = await Promise.all(
      Array.from(test.context.chains, async ([name, adapter]) => {
        const wallet = walletOn(name);
        const tokens = tokensOn(name).map(({ address }) => address);
        const read = await adapter.balances(wallet.address, tokens);
        return Array.from(read.balances, ([token, amount]) => [
          `${wallet.name} ${name} ${token}`,
          amount,
        ]);
      }),
    );
    return Object.fromEntries(all.flat());
  }

  async function postings(): Promise<Posting[]> {
    const entries = await test.ferryman.journal.bookEntries({
      from: 0,
      until: Date.UTC(2200, 0),
      limit: 1_000,
    });
    return entries.flatMap((entry) => [...entry.postings]);
  }

  /** The chains, as if no endpoint had any transaction yet. */
  function blind(): Map<string, ChainAdapter> {
    return new Map(
      Array.from(test.context.chains, ([name, adapter]) => [
        name,
        { ...adapter, coinChangeIn: async () => undefined },
      ]),
    );
  }

  /** The trace of a transaction may go on for some blocks after the swap has ended. */
  async function quiet(): Promise<void> {
    let before = '';
    await until(async () => {
      const head = await test.context.chains.get('TON')!.head();
      await until(async () => (await test.context.chains.get('TON')!.head()).latest > head.latest);
      const now = JSON.stringify(Object.entries(await balances()).map(String));
      const isSame = now === before;
      before = now;
      return isSame;
    });
  }

  /**
   * The books have what changed since `before`, and all of it. Returns the balances now.
   * @param known what they said then
   */
  async function isBooked(
    before: Record<string, bigint>,
    known: Record<string, bigint> = {},
  ): Promise<Record<string, bigint>> {
    await quiet();
    await until(async () => {
      await bookSwaps(test.context, { after: 0 });
      return (await test.ferryman.journal.countUnbooked(Date.UTC(2200, 0))) === 0;
    });
    const after = await balances();
    const booked = await sums();
    const names = Object.keys(after);
    const since = (start: Record<string, bigint>, end: Record<string, bigint>) =>
      Object.fromEntries(names.map((name) => [name, (end[name] ?? 0n) - (start[name] ?? 0n)]));
    expect(since(known, booked)).toEqual(since(before, after));
    return after;
  }

  /** What the books say, by wallet, chain and token. */
  async function sums(): Promise<Record<string, bigint>> {
    const booked: Record<string, bigint> = {};
    for (const { wallet, chain, token, amount } of await postings())
      booked[`${wallet} ${chain} ${token}`] =
        (booked[`${wallet} ${chain} ${token}`] ?? 0n) + amount;
    return booked;
  }

  const newestOf = async (ruleId: string) =>
    (await test.ferryman.journal.listOccurrences({ ruleId, limit: 1 }))[0];

  it('add up to the change of every balance on every chain, to the base unit', async () => {
    const { journal } = test.ferryman;
    const before = await balances();
    await sampleBalances(test.context);
    const ids = await Promise.all(
      routes.map(async ([from, fromSymbol, to, toSymbol, amount, provider]) => {
        const { swap } = await submitJob(test.ferryman, {
          wallet: walletOn(from).name,
          from: { chain: from, token: tokenOn(from, fromSymbol) },
          to: { chain: to, token: tokenOn(to, toSymbol) },
          amount,
          receiver: walletOn(to).address,
          slippageBps: 300,
          ...(provider === undefined ? {} : { flow: 'deposit', providers: { allow: [provider] } }),
        });
        return swap.id;
      }),
    );
    const ended = await Promise.all(
      ids.map((id) => test.ferryman.awaitEnd(id, { signal: hangSignal() })),
    );
    expect(ended.map(({ swap }) => swap.state)).toEqual(routes.map(() => 'settled'));
    await quiet();
    // Endpoints that are behind: nothing is booked by half.
    await bookSwaps({ ...test.context, chains: blind() }, { after: 0 });
    expect(await postings()).toEqual([]);
    const after = await isBooked(before);
    // Nothing is booked twice, and prices of the policy are stored with what was booked.
    expect(await bookSwaps(test.context, { after: 0 })).toEqual(new Set());
    expect((await postings()).every(({ price }) => price !== undefined)).toBe(true);
    // The programs of those who keep books accept them.
    const folder = await mkdtemp(join(tmpdir(), 'ferryman-books-'));
    for (const [format, command, ...parameters] of [
      ['beancount', 'bean-check'],
      ['hledger', 'hledger', 'check', '--strict', '-f'],
    ] as const) {
      const pieces: string[] = [];
      const period = { from: 0, until: Date.UTC(2200, 0) };
      for await (const piece of readBooks(journal, period, format, hangSignal()))
        pieces.push(piece);
      const path = join(folder, `books.${format === 'hledger' ? 'journal' : format}`);
      await writeFile(path, pieces.join(''));
      await run(command, [...parameters, path], { signal: hangSignal() });
    }
    await rm(folder, { recursive: true });
    // The samples say the same: only storage on TON may be missing.
    await sampleBalances(test.context);
    const ever = { from: 0, until: Date.UTC(2200, 0), limit: 1_000 };
    expect((await journal.driftHistory(ever)).filter(isBeyond)).toEqual([]);
    const samples = await journal.balanceHistory({ ...ever, wallet: 'evm' });
    const newest = samples.findLast(({ chain, symbol }) => chain === 'ETH' && symbol === 'USDC');
    expect(newest).toMatchObject({
      settled: after[`evm ETH ${tokenOn('ETH', 'USDC')}`],
      usdE18: oneEther,
    });
  });

  it('have what rules of each kind did on the other families', async () => {
    const { ferryman, context } = test;
    const on = (chain: string, symbol: string) => ({ chain, token: tokenOn(chain, symbol) });
    const addressOn = (chain: string): string => walletOn(chain).address;
    const usdtOfTron = async (): Promise<bigint> =>
      (await balances())[`tron TRON ${tokenOn('TRON', 'USDT')}`]!;
    const tank = `0x${'7'.repeat(40)}`;
    const reserve = (await usdtOfTron()) / 1_000_000n - 50n;
    const rules = [
      {
        ...{ id: 'recurring-on-solana', kind: 'recurring', wallet: 'solana', usd: '20' },
        ...{ from: on('SOLANA', 'native'), to: on('SOLANA', 'USDT') },
        receiver: addressOn('SOLANA'),
      },
      {
        ...{ id: 'sweep-on-tron', kind: 'sweep', wallet: 'tron', reserve: `${reserve}` },
        ...{ from: on('TRON', 'USDT'), to: on('TRON', 'native'), receiver: addressOn('TRON') },
      },
      {
        ...{ id: 'payroll-on-ton', kind: 'payroll', wallet: 'ton' },
        ...{ from: on('TON', 'USDT'), to: on('TON', 'native') },
        payments: [{ receiver: addressOn('TON'), amount: '40' }],
      },
      {
        ...{ id: 'top-up-from-bitcoin', kind: 'top-up', wallet: 'bitcoin', receiver: tank },
        ...{ from: on('BITCOIN', 'native'), chain: 'ETH', below: '0.05', upTo: '0.1' },
        highestPriceUsd: '1000000',
      },
    ];
    for (const rule of rules) {
      const body = {
        ...{ ...rule, slippageBps: 300 },
        schedule: { cron: '0 9 * * *', timeZone: 'UTC' },
      };
      await ferryman.applyRule({ body, reason: 'test' });
    }
    const [before, known] = [await balances(), await sums()];
    const worker = followRules({
      ...{ ...context, sealer: ferryman.sealer },
      submit: (request) => ferryman.submit(request),
      quote: (request) => ferryman.quote(request),
    });
    nextNine();
    await until(
      async () => {
        await worker.run(clock.now());
        const newest = await Promise.all(rules.map(({ id }) => newestOf(id)));
        return newest.every((one) => one?.endedAt !== undefined);
      },
      () => Promise.all(rules.map(({ id }) => newestOf(id))),
    );
    expect(await Promise.all(rules.map(async ({ id }) => (await newestOf(id))?.state))).toEqual(
      rules.map(() => 'done'),
    );
    expect(await usdtOfTron()).toBe(reserve * 1_000_000n);
    const coin = tokenOn('ETH', 'native');
    const ofTank = await context.chains.get('ETH')!.balances(tank, [coin]);
    expect(ofTank.balances.get(coin)).toBeGreaterThan(oneEther / 20n);
    await isBooked(before, known);
  });

  it('show what they do not explain, and a notice tells it', async () => {
    const { journal } = test.ferryman;
    const { address } = walletOn('ETH');
    await fund(sandbox.endpoints, 'ETH', address, tokenOn('ETH', 'USDC'), 5_000_000n);
    await sampleBalances(test.context, {
      ceilings: [{ wallet: 'evm', aboveUsd: '1000' }],
    });
    const ever = { from: 0, until: Date.UTC(2200, 0), limit: 1_000 };
    const drift = (await journal.driftHistory(ever)).filter(isBeyond);
    expect(drift).toMatchObject([
      { wallet: 'evm', chain: 'ETH', symbol: 'USDC', expected: 0n, difference: 5_000_000n },
    ]);
    const items = await journal.readFeed({ after: feedStart, limit: 10_000 });
    expect(items.flatMap((item) => (item.kind === 'notice' ? topicsOf(item) : []))).toEqual(
      expect.arrayContaining(['treasury.drift', 'wallet.above_ceiling']),
    );
    // A second look tells nothing twice.
    await sampleBalances(test.context, {
      ceilings: [{ wallet: 'evm', aboveUsd: '1000' }],
    });
    const again = await journal.readFeed({ after: feedStart, limit: 10_000 });
    expect(again.filter(({ kind }) => kind === 'notice')).toHaveLength(
      items.filter(({ kind }) => kind === 'notice').length,
    );
  });
});

import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainRegistry } from '../../src/core/swap/chains.ts';
import { createTokens } from '../../src/executor/tokens.ts';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import { keepBooks } from '../../src/treasury/books/keep-books.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

const oneEther = 10n ** 18n;
const minute = 60_000;
const ever = { from: 0, until: Date.UTC(2200, 0), limit: 1_000 };
const { ETH } = chainRegistry;

let service: ApiOnPglite;
let now = Date.now();
let balance = oneEther;
let isDown = false;

beforeAll(async () => {
  service = await startApiOnPglite();
});
afterAll(() => service.close());

const chain = {
  chain: ETH!,
  balances: async () => {
    if (isDown) throw new Error('the endpoint is down');
    return { block: 7n, balances: new Map([[ETH!.nativeToken.address, balance]]) };
  },
} as unknown as ChainAdapter;

/** One round, so many minutes after the one before. */
async function roundAfter(minutes: number): Promise<void> {
  now += minutes * minute;
  const { journal } = service;
  await keepBooks({
    ...{ journal, chains: new Map([['ETH', chain]]), tokens: createTokens(journal) },
    prices: { read: async () => ({ at: now, tokens: [] }) },
    clock: { now: () => now },
    logger: pino({ level: 'silent' }),
  });
}

const samples = async (): Promise<bigint[]> =>
  (await service.journal.balanceHistory(ever)).map(({ settled }) => settled);

it('reads balances each hour, shows what no book explains, and leaves it as it is', async () => {
  await roundAfter(0);
  await roundAfter(30);
  expect(await samples()).toEqual([oneEther]);
  balance = 3n * oneEther;
  await roundAfter(30);
  expect(await samples()).toEqual([oneEther, 3n * oneEther]);
  const [drift, ...others] = await service.journal.driftHistory(ever);
  expect(others).toEqual([]);
  expect(drift).toMatchObject({ wallet: 'main', difference: 2n * oneEther, expected: 0n });
  // The next hour it is no news.
  await roundAfter(60);
  expect(await service.journal.driftHistory(ever)).toHaveLength(1);
});

it('judges no balance while a swap of the wallet is under way', async () => {
  const id = await service.submit('under way');
  balance = 2n * oneEther;
  await roundAfter(60);
  expect(await service.journal.driftHistory(ever)).toHaveLength(1);
  // It ends with nothing signed: what is missing is missing.
  await service.journal.cancel(id);
  await roundAfter(60);
  await roundAfter(60);
  const found = await service.journal.driftHistory(ever);
  expect(found.map(({ difference }) => difference)).toEqual([2n * oneEther, -oneEther]);
});

it('goes on with the other wallets while a chain does not answer', async () => {
  const before = (await samples()).length;
  isDown = true;
  await roundAfter(60);
  expect(await samples()).toHaveLength(before);
  isDown = false;
  await roundAfter(1);
  expect(await samples()).toHaveLength(before + 1);
});

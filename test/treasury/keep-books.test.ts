import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ceiling } from '../../src/core/books/ceiling.ts';
import { chainRegistry } from '../../src/core/swap/chains.ts';
import { createTokens } from '../../src/executor/tokens.ts';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import { feedStart } from '../../src/ports/stores/feed-store.ts';
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
let ceilings: readonly Ceiling[] = [];

beforeAll(async () => {
  service = await startApiOnPglite();
});
afterAll(() => service.close());

const chain = {
  chain: ETH!,
  parseAddress: () => ({ ok: false, fault: 'is no address' }),
  balances: async () => {
    if (isDown) throw new Error('the endpoint is down');
    return { block: 7n, balances: new Map([[ETH!.nativeToken.address, balance]]) };
  },
} as unknown as ChainAdapter;

/** One round, so many minutes after the one before. */
async function roundAfter(minutes: number): Promise<void> {
  now += minutes * minute;
  const { journal } = service;
  await keepBooks(
    {
      ...{ journal, chains: new Map([['ETH', chain]]), tokens: createTokens(journal) },
      prices: { read: async () => ({ at: now, tokens: [] }) },
      clock: { now: () => now },
      logger: pino({ level: 'silent' }),
    },
    { ceilings },
  );
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

it('raises a notice when a wallet comes above its ceiling, and not again before it was below', async () => {
  const raised = async () =>
    (await service.journal.readFeed({ after: feedStart, limit: 1_000 })).flatMap((item) =>
      item.kind === 'notice' && item.type === 'wallet_above_ceiling' ? [item] : [],
    );
  const hold = async (ether: bigint): Promise<number> => {
    balance = ether * oneEther;
    await roundAfter(60);
    return (await raised()).length;
  };
  ceilings = [{ wallet: 'main', chain: 'ETH', token: 'native', above: '2.5' }];
  expect([await hold(2n), await hold(3n), await hold(4n)]).toEqual([0, 1, 1]);
  expect([await hold(2n), await hold(3n)]).toEqual([1, 2]);
  expect((await raised())[0]).toMatchObject({
    ...{ wallet: 'main', chain: 'ETH' },
    data: { family: 'evm', symbol: 'ETH', amount: '3', ceiling: '2.5' },
  });
});

it('refuses ceilings of what is not there, each with its place', async () => {
  ceilings = [
    { wallet: 'main', chain: 'ETH', token: 'NONE', above: '1' },
    { wallet: 'main', chain: 'NOWHERE', token: 'native', above: '1' },
  ];
  await expect(roundAfter(60)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    faults: [{ pointer: '/treasury/ceilings/0/token' }, { pointer: '/treasury/ceilings/1/chain' }],
  });
});

import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/core/swap/job.ts';
import { enterJob } from '../../src/executor/enter-job.ts';
import type { FrozenJob } from '../../src/executor/freeze-job.ts';
import { createKeyedMutex } from '../../src/executor/keyed-mutex.ts';
import { createTimeLimit } from '../../src/executor/time-limit.ts';
import type { Wallet } from '../../src/ports/stores/wallet-store.ts';

const native = 'coin';
type Context = Parameters<typeof enterJob>[0];

/**
 * Accounts with these balances of the native coin, a journal that counts what it has taken in, and
 * a job of 10.
 */
function world(
  balances: readonly bigint[],
  { token = native, tokens = [] as readonly bigint[] } = {},
) {
  const accounts = balances.map((_balance, index) => {
    const name = index === 0 ? 'treasury' : `treasury/${index + 1}`;
    return {
      id: name,
      name,
      family: 'ton',
      address: `address of ${name}`,
      keyRef: name,
    } as unknown as Wallet;
  });
  const told = { asked: [] as string[], warnings: [] as unknown[], taken: [] as string[] };
  const adapter = {
    chain: { name: 'TON', family: 'ton', nativeToken: { address: native } },
    async balances(address: string, asked: readonly string[]) {
      told.asked.push(address);
      const index = accounts.findIndex((one) => one.address === address);
      const held = (one: string) => (one === native ? balances[index] : tokens[index]);
      return { block: 1n, balances: new Map(asked.map((one) => [one, held(one)])) };
    },
  };
  const context = {
    chains: new Map([['TON', adapter]]),
    mutex: createKeyedMutex(),
    logger: { warn: (...warning: unknown[]) => told.warnings.push(warning) },
    journal: {
      async accountLoads({ walletIds }: { walletIds: readonly string[] }) {
        const count = (id: string) => told.taken.filter((one) => one === id).length;
        return new Map(
          walletIds.map((id) => [id, { openSwaps: count(id), unpaid: BigInt(count(id)) * 10n }]),
        );
      },
    },
  } as unknown as Context;
  const frozen: FrozenJob = {
    accounts: accounts as unknown as FrozenJob['accounts'],
    jobFrom: (wallet) => ({ wallet, from: { chain: 'TON', token }, amount: 10n }) as unknown as Job,
  };
  const place = () =>
    enterJob(context, frozen, {
      take: async ({ wallet }) => {
        told.taken.push(wallet.id);
        return wallet.name;
      },
      timeLimit: createTimeLimit(60_000),
    });
  return { place, told };
}

describe('a job of a treasury wallet', () => {
  it('is paid by the wallet itself, unasked, where it has no other accounts', async () => {
    const { place, told } = world([0n]);
    expect(await place()).toBe('treasury');
    expect(told).toMatchObject({ asked: [], warnings: [] });
  });

  it('goes to the accounts in turn, be it in a burst, and each is asked once', async () => {
    const { place, told } = world([100n, 100n, 100n]);
    expect(await Promise.all([place(), place(), place(), place()])).toEqual([
      'treasury',
      'treasury/2',
      'treasury/3',
      'treasury',
    ]);
    expect(told.asked).toHaveLength(12);
  });

  it('goes past an account that cannot pay it beside what it is to pay', async () => {
    const { place } = world([1_000n, 15n]);
    expect([await place(), await place(), await place(), await place()]).toEqual([
      'treasury',
      'treasury/2',
      'treasury',
      'treasury',
    ]);
  });

  it('goes past an account that has the token and nothing for a fee', async () => {
    const { place } = world([0n, 1n], { token: 'jetton', tokens: [100n, 100n] });
    expect(await place()).toBe('treasury/2');
  });

  it('falls to the first account where none holds the amount, and the log says which were looked at', async () => {
    const { place, told } = world([1n, 9n]);
    expect(await place()).toBe('treasury');
    expect(JSON.stringify(told.warnings)).toContain('treasury/2');
  });
});

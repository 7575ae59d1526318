import { describe, expect, it } from 'vitest';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { pickDepositProvider } from './deposit-plan.ts';
import { faultKinds } from './faults.ts';
import { planFaults } from './plan-faults.ts';
import {
  depositFateOf,
  isGivenBack,
  isPayable,
  jobRequestOf,
  planJobs,
  type RunFlow,
} from './plan-jobs.ts';
import { seededRandom } from './random.ts';

const token = (symbol: string, decimals: number, digit: number) => ({
  symbol,
  decimals,
  address: `0x000000000000000000000000000000000000000${digit}` as const,
  behaviour: 'standard' as const,
});
const chain = {
  family: 'evm' as const,
  chainId: 1,
  rpcUrls: [],
  wsUrls: [],
  broadcastUrls: [],
  wrappedNative: token('W', 18, 9).address,
  nativeToken: { symbol: 'ETH', decimals: 18 },
  tokens: [token('USDC', 6, 1), token('DAI', 18, 2), token('USDT', 6, 3)],
};
const TON: SandboxEndpoints['chains']['TON'] = {
  family: 'ton',
  chainId: 6,
  genesis: '',
  networkId: -7,
  rpcUrls: [],
  pools: [],
  nativeToken: { symbol: 'TON', decimals: 9 },
  tokens: [token('USDC', 6, 1), token('USDT', 6, 2)],
};
const chains = {
  ETH: chain,
  POLYGON: { ...chain, nativeToken: { symbol: 'POL', decimals: 18 } },
  ARBITRUM: chain,
  TON,
};
const wallets = (['evm', 'ton'] as const).map((family) => ({
  name: family,
  family,
  address: '',
  secret: '0x' as const,
}));
const jobsOf = (flow: RunFlow, jobs: number, family: 'evm' | 'ton' = 'evm') =>
  planJobs({ chains }, { family, flow, seed: 3, jobs, wallets });

describe('planned jobs of the flow deposit', () => {
  it('go to another chain, by a provider that is paid by deposit, and mostly by an honest one', () => {
    for (const family of ['evm', 'ton'] as const) {
      const jobs = jobsOf('deposit', 200, family);
      expect(
        jobs.every(({ from, to, flow }) => from.chain !== to.chain && flow === 'deposit'),
      ).toBe(true);
      const endings = jobs.map(depositFateOf);
      expect(new Set(endings)).toEqual(
        new Set(['paid-out', 'given-back', 'kept', 'unpayable', 'one-of-all']),
      );
      expect(endings.filter((ending) => ending === 'paid-out').length).toBeGreaterThan(120);
    }
  });

  it('of a small run leave nothing to a person', () => {
    const endings = jobsOf('deposit', 6).map(depositFateOf);
    expect(new Set(endings)).toEqual(new Set(['paid-out', 'given-back']));
  });

  it('are submitted as such; what may never be payable with a deadline', () => {
    for (const job of jobsOf('deposit', 100)) {
      const request = jobRequestOf(job, 0);
      expect(request).toMatchObject({ flow: 'deposit', providers: { allow: [job.provider] } });
      expect(request.deadline !== undefined).toBe(!isPayable(job));
    }
  });

  it('are in turn of both flows where they are mixed, those of the wallet without a deadline', () => {
    const [wallet, deposit] = jobsOf('mixed', 40).reduce<[number, number]>(
      ([others, deposits], job) => {
        expect(jobRequestOf(job, 0).flow).toBe(job.flow === 'deposit' ? 'deposit' : undefined);
        return job.flow === 'deposit' ? [others, deposits + 1] : [others + 1, deposits];
      },
      [0, 0],
    );
    expect([wallet, deposit]).toEqual([20, 20]);
  });

  it('never have two refunds within a tenth of each other, on one wallet and token', () => {
    const back = jobsOf('deposit', 200).filter(isGivenBack);
    expect(back.length).toBeGreaterThan(10);
    for (const one of back) {
      const alike = back.filter(
        (other) =>
          other !== one &&
          other.from.chain === one.from.chain &&
          other.from.token === one.from.token,
      );
      for (const { amount } of alike)
        expect(one.amount <= amount && one.amount * 10n >= amount * 9n).toBe(false);
    }
  });
});

describe('faults of runs with deposits', () => {
  const faultsOf = (flow: RunFlow) => {
    const sizes = { wallets: 3, finalityDepth: 4, pauseMs: 1, embedded: false, everyPoint: true };
    return planFaults({
      family: 'evm',
      seed: 3,
      jobs: jobsOf(flow, 20),
      kinds: faultKinds,
      ...sizes,
    });
  };
  const timesAt = (flow: RunFlow, kind: string, at: string) =>
    faultsOf(flow).filter((one) => one.fault.kind === kind && one.at === at).length;

  it('kill whoever has had an order opened and has not written it down, and lose the answer to that', () => {
    expect(timesAt('deposit', 'kill', 'at swap-data-received')).toBe(
      timesAt('wallet', 'kill', 'at swap-data-received') + 1,
    );
    expect(timesAt('deposit', 'drop', 'router swap')).toBeGreaterThan(
      timesAt('wallet', 'drop', 'router swap'),
    );
  });

  it('expect nobody to allow anything, unless there are jobs of the wallet as well', () => {
    expect(timesAt('deposit', 'kill', 'at allowance-recorded')).toBe(0);
    expect(timesAt('mixed', 'kill', 'at allowance-recorded')).toBe(1);
  });

  it('expect nothing signed of what cannot be paid', () => {
    const jobs = jobsOf('deposit', 20);
    const paying = jobs.filter(isPayable).length;
    expect(paying).toBeLessThan(20);
    for (const { at, nth } of faultsOf('deposit'))
      if (at === 'at attempt-committed') expect(nth).toBeLessThanOrEqual(paying);
  });
});

describe('a provider by deposit', () => {
  it('is the same for the same seed', () => {
    const picked = (seed: number) => {
      const random = seededRandom(seed, 'jobs');
      return Array.from({ length: 30 }, (_, index) => pickDepositProvider(index, random));
    };
    expect(picked(1)).toEqual(picked(1));
    expect(picked(2)).not.toEqual(picked(1));
  });
});

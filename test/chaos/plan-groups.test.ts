import { describe, expect, it } from 'vitest';
import { type FaultKind, faultKinds } from './faults.ts';
import { planFaults } from './plan-faults.ts';
import { isManual, jobRequestOf, type PlannedJob, planJobs } from './plan-jobs.ts';

const token = (symbol: string, decimals: number, digit: number) => ({
  symbol,
  decimals,
  address: `0x000000000000000000000000000000000000000${digit}` as const,
  behaviour: 'standard' as const,
});

function chain(symbol: string) {
  return {
    family: 'evm' as const,
    chainId: 1,
    rpcUrls: [],
    wsUrls: [],
    broadcastUrls: [],
    wrappedNative: token('W', 18, 9).address,
    nativeToken: { symbol, decimals: 18 },
    tokens: [token('USDC', 6, 1), token('DAI', 18, 2), token('USDT', 6, 3)],
  };
}

const endpoints = { chains: { ETH: chain('ETH'), POLYGON: chain('POL'), ARBITRUM: chain('ETH') } };
const wallets = ['one', 'two', 'three'].map((name) => ({
  name,
  family: 'evm' as const,
  address: '',
  secret: '0x' as const,
}));
const jobsOf = (seed: number, jobs: number) =>
  planJobs(endpoints, { family: 'evm', flow: 'wallet', seed, jobs, wallets });
const faultsOf = (seed: number, jobs: number, kinds: readonly FaultKind[] = faultKinds) => {
  const sizes = {
    wallets: 3,
    finalityDepth: 4,
    pauseMs: 7_000,
    embedded: false,
    everyPoint: false,
  };
  return planFaults({ family: 'evm', seed, jobs: jobsOf(seed, jobs), kinds, ...sizes });
};

describe('planned jobs that compete', () => {
  const groupsOf = (jobs: readonly PlannedJob[]): PlannedJob[][] => {
    const receivers = [...new Set(jobs.map(({ receiver }) => receiver))];
    return receivers
      .map((one) => jobs.filter(({ receiver }) => receiver === one))
      .filter(({ length }) => length > 1);
  };

  it('are about a quarter of a long run, in groups of two and three that want the same token', () => {
    const jobs = jobsOf(1, 400);
    const groups = groupsOf(jobs);
    const share = groups.flat().length / jobs.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.4);
    expect(new Set(groups.map(({ length }) => length))).toEqual(new Set([2, 3]));
    for (const group of groups) {
      expect(new Set(group.map(({ from, to }) => JSON.stringify([from, to]))).size).toBe(1);
    }
  });

  it('mostly pay the same amount, from different wallets', () => {
    const groups = groupsOf(jobsOf(1, 400));
    const alike = groups.filter((group) => new Set(group.map(({ amount }) => amount)).size === 1);
    expect(alike.length).toBeGreaterThan(groups.length / 2);
    expect(
      alike.some((group) => new Set(group.map(({ wallet }) => wallet)).size === group.length),
    ).toBe(true);
  });

  it.each([13, 20, 40])('are in a run of %i jobs as well, one of them paid by a person', (jobs) => {
    for (let seed = 0; seed < 10; seed += 1) {
      const groups = groupsOf(jobsOf(seed, jobs));
      expect(groups.length).toBeGreaterThan(0);
      expect(groups.flat().some(isManual)).toBe(true);
    }
  });

  it('have at most one in each group that a person pays for, which goes to another chain and is never cancelled', () => {
    const jobs = jobsOf(2, 400);
    const manual = jobs.filter(isManual);
    expect(manual.length).toBeGreaterThan(5);
    expect(new Set(manual.map(({ receiver }) => receiver)).size).toBe(manual.length);
    for (const job of manual) {
      expect(job.from.chain).not.toBe(job.to.chain);
      expect(job.cancelWhen).toBeUndefined();
      expect(jobRequestOf(job, 0)).toMatchObject({
        flow: 'deposit-by-hand',
        providers: { allow: ['changenow'] },
      });
    }
    expect(new Set(manual.map(({ isPaidLate = false }) => isPaidLate))).toEqual(
      new Set([true, false]),
    );
  });

  it('are not among the first ten, nor in runs whose orders are told apart by their receivers', () => {
    expect(groupsOf(jobsOf(1, 10))).toEqual([]);
    const deposits = planJobs(endpoints, {
      family: 'evm',
      flow: 'deposit',
      seed: 1,
      jobs: 100,
      wallets,
    });
    expect(groupsOf(deposits)).toEqual([]);
  });
});

describe('faults of runs in which jobs compete', () => {
  it('have the routing service mix up the payouts of jobs that compete, where there are any', () => {
    const lies = (jobs: number) =>
      faultsOf(7, jobs, ['lie']).flatMap(({ fault }) => ('of' in fault ? [fault] : []));
    expect(lies(40).map((fault) => fault.kind === 'lie' && fault.how)).toEqual([
      'payout-of-another',
      'other-spelling',
    ]);
    expect(lies(10)).toEqual([]);
  });

  it('expect nothing signed of what a person pays for', () => {
    const jobs = jobsOf(7, 60);
    const signed = jobs.filter((job) => !isManual(job)).length;
    expect(signed).toBeLessThan(60);
    for (const { at, nth } of faultsOf(7, 60, ['restore'])) {
      expect(at).toBe('at attempt-committed');
      expect(nth).toBeLessThanOrEqual(signed * 0.9);
    }
  });
});

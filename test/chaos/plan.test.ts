import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { renderTronAddress } from '../../sandbox/tron/tron-address.ts';
import { checkpoints } from '../../src/executor/checkpoint.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { type FaultKind, faultKinds } from './faults.ts';
import { versionsOf } from './plan-edits.ts';
import { type FaultPlanRequest, planFaults } from './plan-faults.ts';
import {
  isGivenBack,
  isInOneCall,
  isManual,
  jobRequestOf,
  type PlannedJob,
  planJobs,
} from './plan-jobs.ts';
import { createReferee } from './referee.ts';

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
const walletOf = (name: string) => ({
  name,
  family: 'evm' as const,
  address: '',
  secret: '0x' as const,
});
const wallets = ['one', 'two', 'three'].map(walletOf);
const jobsOf = (seed: number, jobs: number) =>
  planJobs(endpoints, { family: 'evm', flow: 'wallet', seed, jobs, wallets });

type Form = Partial<Pick<FaultPlanRequest, 'embedded' | 'everyPoint'>>;

function faultsOf(
  seed: number,
  jobs: number,
  kinds: readonly FaultKind[] = faultKinds,
  form: Form = {},
) {
  const { embedded = false, everyPoint = false } = form;
  const sizes = { wallets: 3, finalityDepth: 4, pauseMs: 7_000 };
  const request = {
    family: 'evm' as const,
    seed,
    jobs: jobsOf(seed, jobs),
    kinds,
    ...sizes,
    embedded,
    everyPoint,
  };
  return planFaults(request);
}

describe('planned jobs', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(jobsOf(7, 50)).toEqual(jobsOf(7, 50));
    expect(jobsOf(8, 50)).not.toEqual(jobsOf(7, 50));
  });

  it('have amounts of their own on each wallet, also with a bridge’s fee on top, and after an edit', () => {
    const jobs = versionsOf(jobsOf(1, 1_000));
    // Only a native amount travels with the fee in one number.
    const fees = {
      ETH: 2n * 10n ** 14n,
      POLYGON: 2n * 10n ** 17n,
      ARBITRUM: 10n ** 14n,
      TRON: 0n,
      SOLANA: 0n,
      TON: 0n,
      BITCOIN: 0n,
    };
    // What a person pays comes from no wallet.
    const signed = jobs.filter((job) => !isManual(job));
    const amounts = signed.flatMap(({ wallet, from, amount }) => {
      const seen = from.token === evmNativeToken ? [amount, amount + fees[from.chain]] : [amount];
      return seen.map((one) => `${wallet} ${from.chain} ${from.token} ${one}`);
    });
    expect(new Set(amounts).size).toBe(amounts.length);
  });

  it('show every kind among the first ten', () => {
    const kinds = jobsOf(3, 10).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['on-chain', 'cross-chain', 'refund', 'claim']));
  });
});

describe('planned jobs, as their clients go about them', () => {
  it('are edited now and then, also in the smallest run, and no cancelled or competing one is', () => {
    const editsOf = (seed: number, jobs: number) =>
      jobsOf(seed, jobs).flatMap(({ edit = [] }) => edit);
    for (let seed = 0; seed < 12; seed += 1) expect(editsOf(seed, 10).length).toBeGreaterThan(0);
    const jobs = jobsOf(7, 600);
    const edited = jobs.filter(({ edit }) => edit !== undefined);
    expect(edited.length).toBeGreaterThan(50);
    expect(new Set(edited.map(({ edit }) => edit?.when)).size).toBeGreaterThan(10);
    expect(new Set(edited.map(({ edit }) => edit?.racedAfter)).size).toBeGreaterThan(10);
    for (const { cancelWhen, flow } of edited)
      expect({ cancelWhen, flow }).toEqual({ cancelWhen: undefined, flow: 'wallet' });
    const receivers = jobs.map(({ receiver }) => receiver);
    for (const { edit, receiver } of edited) {
      expect(receivers).not.toContain(edit?.receiver);
      expect(receivers.filter((one) => one === receiver)).toHaveLength(1);
    }
  });

  it('accept the price less what providers, pools and slippage take, and not less', () => {
    const values: Record<string, number> = { USDC: 1, DAI: 1, USDT: 1, ETH: 2_500, POL: 0.5 };
    const worth = (baseUnits: bigint, { symbol, decimals }: PlannedJob['from']) =>
      (Number(baseUnits) / 10 ** decimals) * (values[symbol] ?? Number.NaN);
    for (const { amount, from, minOut, to } of jobsOf(5, 50)) {
      const share = worth(minOut, to) / worth(amount, from);
      expect(share).toBeGreaterThan(0.96);
      expect(share).toBeLessThan(0.975);
    }
  });

  it('say what they accept as a minimum or as slippage, in turn', () => {
    const [first, second] = jobsOf(5, 2).map((job) => jobRequestOf(job, 0));
    expect(first).toMatchObject({ minOut: expect.stringMatching(/^\d/) });
    expect(first).not.toHaveProperty('slippageBps');
    expect(second).toMatchObject({ slippageBps: 100 });
    expect(second).not.toHaveProperty('minOut');
  });

  it('are cancelled now and then, at moments of the seed, also in the smallest run', () => {
    const moments = (seed: number, jobs: number) =>
      jobsOf(seed, jobs).flatMap(({ cancelWhen = [] }) => cancelWhen);
    expect(moments(7, 60)).toHaveLength(10);
    expect(new Set(moments(7, 120)).size).toBeGreaterThan(5);
    expect(moments(7, 60)).toContain('signed');
    expect(moments(8, 60)).not.toEqual(moments(7, 60));
    for (let seed = 0; seed < 12; seed += 1) expect(moments(seed, 10).length).toBeGreaterThan(0);
  });
});

const onTron = (symbol: string, decimals: number, digit: number) => ({
  ...token(symbol, decimals, digit),
  address: renderTronAddress(token(symbol, decimals, digit).address),
});
const TRON = {
  family: 'tron' as const,
  chainId: 4,
  genesis: '',
  fullNodeUrls: [],
  wrappedNative: '',
  nativeToken: { symbol: 'TRX', decimals: 6 },
  tokens: [onTron('USDC', 6, 1), onTron('DAI', 18, 2), onTron('USDT', 6, 3)],
};
const onSolana = (symbol: string, digit: number) => ({
  ...token(symbol, 6, digit),
  address: PublicKey.unique().toBase58(),
});
const SOLANA = {
  family: 'solana' as const,
  wsUrls: [],
  broadcastUrls: [],
  chainId: 5,
  genesis: '',
  rpcUrls: [],
  wrappedNative: '',
  nativeToken: { symbol: 'SOL', decimals: 9 },
  makers: [],
  lookupTable: '',
  tokens: [onSolana('USDC', 1), onSolana('USDT', 2)],
};

const TON = {
  family: 'ton' as const,
  chainId: 6,
  genesis: '',
  networkId: -7,
  rpcUrls: [],
  pools: [],
  nativeToken: { symbol: 'TON', decimals: 9 },
  tokens: [token('USDC', 6, 1), token('USDT', 6, 2)],
};

const BITCOIN = {
  family: 'bitcoin' as const,
  chainId: 7,
  genesis: '',
  network: 'regtest' as const,
  esploraUrls: [],
  bitcoindUrls: [],
  nativeToken: { symbol: 'BTC', decimals: 8 },
  tokens: [],
};

const everyKind = ['on-chain', 'cross-chain', 'refund'] as const;
const families = [
  {
    family: 'tron',
    chain: 'TRON',
    receivers: /^T/,
    send: 'rpc wallet/broadcasthex',
    kinds: everyKind,
  },
  {
    family: 'solana',
    chain: 'SOLANA',
    receivers: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    send: 'rpc sendTransaction',
    kinds: everyKind,
  },
  {
    family: 'ton',
    chain: 'TON',
    receivers: /^0:[0-9a-f]{64}$/,
    send: 'rpc sendBoc',
    kinds: everyKind,
  },
  {
    family: 'bitcoin',
    chain: 'BITCOIN',
    receivers: /^bcrt1q/,
    send: 'rpc POST tx',
    kinds: ['cross-chain', 'refund'],
  },
] as const;

describe.each(families)(
  'planned jobs of $chain',
  ({ family, chain: name, receivers, send, kinds }) => {
    const both = [
      ...wallets,
      ...wallets.map((wallet) => ({ ...walletOf(`${wallet.name}-${family}`), family })),
    ];
    const planned = planJobs(
      { chains: { ...endpoints.chains, TRON, SOLANA, TON, BITCOIN } },
      { family, flow: 'wallet', seed: 3, jobs: 200, wallets: both },
    );

    it('all touch it, most of them as their source, with a wallet of the source’s family', () => {
      for (const { from, to, wallet } of planned) {
        expect([from.chain, to.chain]).toContain(name);
        expect(both.find((one) => one.name === wallet)?.family).toBe(from.family);
      }
      expect(planned.filter(({ from }) => from.chain === name).length).toBeGreaterThan(135);
      expect(new Set(planned.map(({ kind }) => kind))).toEqual(new Set(kinds));
    });

    it('pay to accounts of the destination’s chain', () => {
      for (const { to, receiver } of planned)
        expect(receiver).toMatch(to.chain === name ? receivers : /^0x/);
    });

    it('never have two refunds that come by themselves within a tenth of each other, on one wallet and token', () => {
      const back = planned.filter(isGivenBack);
      expect(back.length).toBeGreaterThan(20);
      for (const one of back) {
        const brought = one.amount - one.amount / 1_000n;
        const alike = planned.filter(
          (other) =>
            other !== one && other.wallet === one.wallet && other.from.token === one.from.token,
        );
        for (const { amount } of alike)
          expect(brought <= amount && brought * 10n >= amount * 9n).toBe(false);
      }
    });

    it('are struck on its nodes and chain, and on the others as far as they are paid on', () => {
      const plan = (kinds: readonly FaultKind[]) =>
        planFaults({
          family,
          seed: 3,
          jobs: planned,
          kinds,
          wallets: 3,
          finalityDepth: 4,
          pauseMs: 1,
          embedded: false,
          everyPoint: true,
        });
      const at = plan(['drop', 'reorg']).map((one) => one.at);
      expect(at).toEqual(expect.arrayContaining([send, 'rpc eth_sendRawTransaction']));
      const struck = plan(['reorg', 'stall', 'foreign']).flatMap(({ fault }) =>
        'chain' in fault ? fault.chain : [],
      );
      expect(struck.filter((one) => one === name).length).toBeGreaterThan(struck.length / 3);
    });
  },
);

describe('planned jobs of TON', () => {
  const jobs = planJobs(
    { chains: { ...endpoints.chains, TON } },
    {
      family: 'ton',
      flow: 'wallet',
      seed: 3,
      jobs: 200,
      wallets: [...wallets, { ...walletOf('one-ton'), family: 'ton' }],
    },
  );
  const sizes = { wallets: 3, finalityDepth: 4, pauseMs: 1, embedded: false, everyPoint: true };
  const planned = planFaults({ family: 'ton', seed: 3, jobs, kinds: faultKinds, ...sizes });

  it('swap coins for a jetton or back where they stay on it: no pool has two jettons', () => {
    const staying = jobs.filter(({ kind }) => kind === 'on-chain');
    const symbols = staying.map(({ from, to }) => [from.symbol, to.symbol].sort().join());
    expect(new Set(symbols)).toEqual(new Set(['TON,USDC', 'TON,USDT']));
    expect(new Set(staying.map(({ from }) => from.symbol))).toEqual(
      new Set(['TON', 'USDC', 'USDT']),
    );
  });

  it('are struck early enough where one signature pays for four of them', () => {
    const onTon = jobs.filter(({ from }) => from.chain === 'TON').length;
    const signatures = Math.ceil(onTon / 4) + jobs.length - onTon;
    const latest = (at: string) =>
      Math.max(...planned.filter((one) => one.at === at).map(({ nth }) => nth));
    for (const at of ['at attempt-committed', 'at attempt-sent', 'commit of an attempt']) {
      expect(latest(at)).toBeLessThan(signatures);
    }
    expect(latest('rpc sendBoc')).toBeLessThan(onTon / 4);
  });

  it('are not made to fail in a block', () => {
    const reorganized = planned.flatMap(({ fault }) => (fault.kind === 'reorg' ? fault.of : []));
    expect(new Set(reorganized)).toEqual(new Set(['blocks']));
  });
});

describe('planned faults', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(faultsOf(7, 50)).toEqual(faultsOf(7, 50));
    expect(faultsOf(8, 50)).not.toEqual(faultsOf(7, 50));
  });

  it('of one kind stay the same when another is left out', () => {
    const reorgs = (kinds: readonly FaultKind[]) =>
      faultsOf(7, 50, kinds).filter(({ fault }) => fault.kind === 'reorg');
    expect(reorgs(['reorg'])).toEqual(reorgs(faultKinds));
  });

  it('are of every kind that was asked for, as far as the family has it', () => {
    const onEvm = faultKinds.filter((kind) => kind !== 'evict');
    expect(new Set(faultsOf(7, 10).map(({ fault }) => fault.kind))).toEqual(new Set(onEvm));
  });

  it('have the payments of Bitcoin forgotten by the pool, and none fail', () => {
    const request = {
      family: 'bitcoin' as const,
      seed: 3,
      jobs: [],
      wallets: 3,
      finalityDepth: 4,
      pauseMs: 1,
    };
    const planned = planFaults({
      ...request,
      kinds: faultKinds,
      embedded: false,
      everyPoint: false,
    });
    expect(planned.filter(({ fault }) => fault.kind === 'evict').map(({ at }) => at)).toEqual([
      'rpc POST tx',
    ]);
    expect(planned.filter(({ fault }) => fault.kind === 'reorg' && fault.of === 'revert')).toEqual(
      [],
    );
    expect(planned.map(({ fault }) => fault)).toContainEqual(
      expect.objectContaining({ kind: 'stall', chain: 'BITCOIN' }),
    );
  });

  it('kill at every named point once there are jobs enough', () => {
    const killedAt = faultsOf(7, 90, ['kill']).map(({ at }) => at);
    expect(killedAt).toEqual(expect.arrayContaining(checkpoints.map((point) => `at ${point}`)));
  });

  it('kill and pause at every named point, and drop every kind of answer, where that is asked for', () => {
    const points = checkpoints.map((point) => `at ${point}`);
    const planned = faultsOf(7, 20, ['kill', 'pause', 'drop'], { everyPoint: true });
    const at = (kind: FaultKind) =>
      planned.filter(({ fault }) => fault.kind === kind).map((one) => one.at);
    expect(at('kill')).toEqual(expect.arrayContaining(points));
    expect(at('pause')).toEqual(expect.arrayContaining(points));
    const answers = [
      'api POST',
      'router status',
      'rpc eth_simulateV1',
      'commit of a submission',
      'queue command',
    ];
    expect(at('drop')).toEqual(expect.arrayContaining(answers));
  });

  it('strike the one call for route and transaction where enough jobs make it, and expect no quote of those', () => {
    const jobs = jobsOf(7, 200);
    const inOneCall = jobs.filter(isInOneCall).length;
    expect(inOneCall).toBeGreaterThan(5);
    for (const { from } of jobs.filter(isInOneCall))
      expect(from).toMatchObject({ token: evmNativeToken });
    const planned = faultsOf(7, 200, faultKinds, { everyPoint: true });
    const latest = (at: string) =>
      Math.max(...planned.filter((one) => one.at === at).map(({ nth }) => nth));
    expect(latest('router swapBest')).toBeGreaterThan(0);
    expect(latest('router swapBest')).toBeLessThanOrEqual(inOneCall);
    for (const at of ['router quoteBest', 'router swap', 'at quote-recorded']) {
      expect(latest(at)).toBeLessThanOrEqual(jobs.length - inOneCall);
    }
    expect(faultsOf(7, 10, faultKinds, { everyPoint: true }).map(({ at }) => at)).not.toContain(
      'router swapBest',
    );
  });

  it('never take a final block back, and go back in time only after there is something to go back to', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const planned = faultsOf(seed, 40, ['reorg', 'restore']);
      for (const { fault } of planned)
        if (fault.kind === 'reorg' && fault.of === 'blocks') expect(fault.depth).toBeLessThan(4);
      const [backUp, goBack] = planned.filter(({ fault }) => fault.kind === 'restore');
      expect(backUp!.nth).toBeLessThan(goBack!.nth);
    }
  });

  it('leave servers alone that the embedded form does not have', () => {
    const kinds = new Set(
      faultsOf(7, 100, faultKinds, { embedded: true }).map(({ fault }) => fault.kind),
    );
    for (const kind of ['flush', 'failover', 'restart', 'restore'] as const)
      expect(kinds).not.toContain(kind);
    expect(faultsOf(7, 100, faultKinds, { embedded: true }).map(({ at }) => at)).not.toContain(
      'commit of an attempt',
    );
  });
});

describe('a referee', () => {
  it('calls each planned fault once, at its event or the next after it', () => {
    const referee = createReferee();
    const drop = { kind: 'drop' } as const;
    const delay = { kind: 'delay', ms: 1 } as const;
    const planned = [
      { fault: delay, at: 'commit', nth: 2 } as const,
      { fault: drop, at: 'commit', nth: 2 } as const,
    ];
    referee.expect(planned, () => 1);
    expect(Array.from({ length: 4 }, () => referee.happens('commit'))).toEqual([
      undefined,
      delay,
      drop,
      undefined,
    ]);
    expect(referee.happens('api GET')).toBeUndefined();
    expect(referee.struck()).toEqual({ drop: 1, delay: 1 });
    expect(referee.missed()).toEqual([]);
  });

  it('calls a fault again that had nothing to strike', () => {
    const referee = createReferee();
    const drop = { kind: 'drop' } as const;
    referee.expect([{ fault: drop, at: 'commit', nth: 1 }], () => 1);
    referee.happens('commit');
    referee.giveBack(drop);
    expect(referee.struck()).toEqual({});
    expect(referee.happens('commit')).toBe(drop);
    expect(referee.struck()).toEqual({ drop: 1 });
  });

  it('tells what never came, and what struck when no job was open any more', () => {
    let open = 1;
    const referee = createReferee();
    const planned = [
      { fault: { kind: 'flush' }, at: 'at settled', nth: 1 } as const,
      { fault: { kind: 'drop' }, at: 'api POST', nth: 5 } as const,
    ];
    referee.expect(planned, () => open);
    open = 0;
    referee.happens('at settled');
    referee.happens('api POST');
    expect(referee.missed()).toEqual([
      'drop at "api POST", time 5: never came',
      'flush at "at settled", time 1: no job was open',
    ]);
  });
});

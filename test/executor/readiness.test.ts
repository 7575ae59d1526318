import { describe, expect, it, vi } from 'vitest';
import { chainRegistry } from '../../src/core/swap/chains.ts';
import type { SwapState } from '../../src/core/swap/swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { CurrentOutage } from '../../src/errors/outage-log.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { createReadiness } from '../../src/executor/readiness.ts';
import { createRetiring } from '../../src/executor/retiring.ts';
import type { Gate } from '../../src/ports/gate.ts';
import type { RouterCall } from '../../src/ports/router-health.ts';
import type { Health, HealthStore, LowGas } from '../../src/ports/stores/health-store.ts';
import type { RecoveryStore } from '../../src/ports/stores/recovery-store.ts';
import { noOutages } from '../support/no-outages.ts';

const well = async (): Promise<undefined> => undefined;
const silent = (): Promise<never> => new Promise(() => undefined);

function parts(answers: {
  journal: () => Promise<unknown>;
  queue: () => Promise<unknown>;
  chain: () => Promise<unknown>;
  hosts?: readonly string[];
  gate?: Gate;
  openLosses?: number;
  health?: Partial<Health>;
  router?: RouterCall;
  unknown?: { chain: string; txId: string }[];
  lowGas?: LowGas[];
  freeBytes?: number;
  outages?: CurrentOutage[];
  now?: () => number;
}) {
  const { openLosses = 0, unknown = [], router = { outcome: 'ok', age: 2_000 } } = answers;
  const health = { ...everybody, ...answers.health };
  return {
    journal: {
      ping: answers.journal,
      health: async () => {
        await answers.journal();
        return health;
      },
      lowGas: async () => answers.lowGas ?? [],
      async recognize() {
        await answers.journal();
        return {
          instanceId: 'one',
          unknown,
          openLosses,
          epoch: 0n,
          log: 'unknown',
          missingLogs: [],
        };
      },
    },
    signingLog: {
      newest: async () => [],
      instance: async () => 'one',
      log: async () => undefined,
      droppedUpTo: async () => 0n,
      state: async () => ({ bytes: 0, freeBytes: answers.freeBytes ?? 1e9, isFailing: false }),
    },
    queue: { ping: answers.queue },
    gate: answers.gate ?? openGate,
    outages: { ...noOutages, current: () => answers.outages ?? [] },
    clock: { now: () => answers.now?.() ?? 1_000 },
    routerHealth: { read: async (known?: RouterCall) => known ?? router },
    chains: new Map([
      [
        'ETH',
        {
          head: answers.chain,
          chain: { ...chainRegistry.ETH, name: 'ETH', family: 'evm' },
          endpoints: () => (answers.hosts ?? ['a.test', 'b.test']).map((host) => ({ host })),
        },
      ],
    ]),
  } as unknown as ExecutorContext<HealthStore & RecoveryStore>;
}

const openGate: Gate = {
  signs: true,
  stopOn: async () => undefined,
  strangeNetworkOf: async () => undefined,
  report: async () => [],
};

const everybody: Health = {
  workers: { api: 1, execute: 2, track: 1, recover: 1, treasury: 0 },
  lanes: [],
  stops: [],
  frozenWallets: [],
  oldestSwaps: new Map(),
};
const fit = {
  router: 'ok',
  'workers execute': 'ok',
  'workers track': 'ok',
  'workers recover': 'ok',
};

describe('readiness', () => {
  it('is not there where no live process has a role, and says how many there are of each', async () => {
    const workers = { api: 1, execute: 0, track: 1, recover: 1, treasury: 0 };
    const asked = parts({
      journal: well,
      queue: async () => true,
      chain: well,
      health: { workers },
    });
    expect(await createReadiness(asked)()).toMatchObject({
      ok: false,
      checks: { ...fit, 'workers execute': 'failing' },
      codes: { 'workers execute': 'NO_WORKER' },
      workers,
    });
  });

  it('is not there where the routing service does not answer, whichever process noticed', async () => {
    const router: RouterCall = { outcome: 'ROUTER_UNAVAILABLE', age: 4_000 };
    const answering = { journal: well, queue: async () => true, chain: well };
    for (const asked of [
      parts({ ...answering, health: { router } }),
      parts({ ...answering, router }),
    ]) {
      expect(await createReadiness(asked)()).toMatchObject({
        ok: false,
        codes: { router: 'ROUTER_UNAVAILABLE' },
        router: { outcome: 'ROUTER_UNAVAILABLE', secondsAgo: 4 },
      });
    }
    // It answered, though not what one swap wants.
    const refused = parts({ ...answering, router: { outcome: 'ROUTER_NO_ROUTE', age: 0 } });
    expect(await createReadiness(refused)()).toMatchObject({
      ok: true,
      router: { outcome: 'ROUTER_NO_ROUTE' },
    });
  });

  it('shows what is stopped, which is no fault, and how old the oldest swaps are', async () => {
    const asked = parts({
      journal: well,
      queue: async () => true,
      chain: well,
      health: {
        stops: [{ scope: 'chain', subject: 'ETH', since: 0, isAutomatic: false }],
        frozenWallets: [{ name: 'treasury', family: 'evm' }],
        oldestSwaps: new Map<SwapState, number>([['requested', 61_400]]),
      },
    });
    expect(await createReadiness(asked)()).toMatchObject({
      ok: true,
      stops: [{ scope: 'chain', subject: 'ETH', since: '1970-01-01T00:00:00.000Z' }],
      frozenWallets: [{ name: 'treasury', family: 'evm' }],
      oldestSwapSeconds: { requested: 61 },
    });
  });

  it('is there when every part answers, without codes', async () => {
    const asked = parts({ journal: well, queue: async () => true, chain: well });
    expect(await createReadiness(asked)()).toEqual({
      ok: true,
      checks: {
        ...fit,
        journal: 'ok',
        queue: 'ok',
        ledger: 'ok',
        'chain ETH': 'ok',
        'network ETH': 'ok',
      },
      workers: everybody.workers,
      router: { outcome: 'ok', secondsAgo: 2 },
      soleHosts: [],
      stops: [],
      networks: [],
      frozenWallets: [],
      oldestSwapSeconds: {},
      lowGas: [],
    });
  });

  it.each([
    ['one endpoint', ['a.test:8545']],
    ['two ports of one host', ['a.test:8545', 'A.test.:8546']],
  ])('lists what the only host of a chain decides alone, where it has %s', async (_what, hosts) => {
    const asked = parts({ journal: well, queue: async () => true, chain: well, hosts });
    const decisions = ['final_failure', 'landed_cancel', 'landed_refund', 'absence'];
    expect(await createReadiness(asked)()).toMatchObject({
      ok: true,
      soleHosts: [{ chain: 'ETH', host: 'a.test', decisions }],
    });
  });

  it('says of each part that fails why it does', async () => {
    const failing = async (): Promise<never> => {
      throw new FerrymanError('RPC_WRONG_CHAIN', 'another chain');
    };
    expect(
      await createReadiness(parts({ journal: well, queue: async () => false, chain: failing }))(),
    ).toMatchObject({
      ok: false,
      checks: { ...fit, journal: 'ok', queue: 'failing', ledger: 'ok', 'chain ETH': 'failing' },
      codes: { queue: 'REDIS_UNAVAILABLE', 'chain ETH': 'RPC_WRONG_CHAIN' },
    });
  });

  it('is not there while the journal has forgotten what was signed', async () => {
    const asked = parts({ journal: well, queue: async () => true, chain: well, openLosses: 1 });
    expect(await createReadiness(asked)()).toMatchObject({
      ok: false,
      codes: { ledger: 'JOURNAL_WENT_BACK' },
    });
  });

  it('tells of what the journal has forgotten without storing it: whoever asks changes nothing', async () => {
    const asked = parts({
      journal: well,
      queue: async () => true,
      chain: well,
      unknown: [{ chain: 'ETH', txId: '0x1' }],
    });
    expect(await createReadiness(asked)()).toMatchObject({
      ok: false,
      codes: { ledger: 'JOURNAL_WENT_BACK' },
    });
  });

  it('does not wait for a part that says nothing', async () => {
    expect(
      await createReadiness(parts({ journal: silent, queue: silent, chain: silent }), {
        patience: 1,
      })(),
    ).toMatchObject({
      ok: false,
      codes: {
        journal: 'JOURNAL_UNAVAILABLE',
        queue: 'REDIS_UNAVAILABLE',
        'chain ETH': 'RPC_UNAVAILABLE',
      },
    });
  });

  it('says in words what is wrong, and since when, until it works again', async () => {
    let now = Date.parse('2026-11-02T10:00:00Z');
    const queue = vi.fn(async () => false);
    const outages: CurrentOutage[] = [
      { component: 'router', since: now - 60_000, code: 'ROUTER_UNAVAILABLE' },
    ];
    const router: RouterCall = { outcome: 'ROUTER_UNAVAILABLE', age: 4_000 };
    const ready = createReadiness(
      parts({ journal: well, queue, chain: well, now: () => now, outages, router }),
    );
    await ready();
    now += 30_000;
    expect((await ready()).faults).toEqual([
      {
        component: 'queue',
        code: 'REDIS_UNAVAILABLE',
        reason: 'the server does not answer',
        since: '2026-11-02T10:00:00.000Z',
      },
      // A loop of this process noticed it before.
      {
        component: 'router',
        code: 'ROUTER_UNAVAILABLE',
        reason: 'the routing service did not respond to its newest call',
        since: '2026-11-02T09:59:00.000Z',
      },
    ]);
    queue.mockResolvedValueOnce(true);
    await ready();
    expect((await ready()).faults?.[0]?.since).toBe('2026-11-02T10:00:30.000Z');
  });

  it('is not there while the disk of the signing log is full', async () => {
    const asked = parts({ journal: well, queue: async () => true, chain: well, freeBytes: 4_096 });
    expect(await createReadiness(asked)()).toMatchObject({
      ok: false,
      codes: { ledger: 'SIGNING_LOG_UNAVAILABLE' },
      faults: [{ reason: expect.stringContaining('4096 bytes free') }],
    });
  });

  it('names accounts that are low on gas, which is no fault', async () => {
    const low = { wallet: 'main', family: 'evm', chain: 'ETH' } as const;
    const lowGas = [{ ...low, balance: 1n, block: 1n, below: 2n }];
    const asked = parts({ journal: well, queue: async () => true, chain: well, lowGas });
    expect(await createReadiness(asked)()).toMatchObject({ ok: true, lowGas: [low] });
  });

  it('is not there where a process with keys signs nothing on a network, and says what is missing', async () => {
    const fault = { condition: 'CAPS', message: 'no cap', fix: 'add one' } as const;
    const report = {
      chain: 'ETH',
      standing: { kind: 'real', network: { id: '1' } },
      proofs: [],
      faults: [fault],
    } as const;
    const gate: Gate = {
      signs: true,
      stopOn: async () => ({ code: 'NETWORK_CLOSED', message: 'CAPS: no cap' }),
      strangeNetworkOf: async () => undefined,
      report: async () => [report],
    };
    const answering = { journal: well, queue: async () => true, chain: well };
    const networks = [{ chain: 'ETH', kind: 'real', open: false, missing: [fault] }];
    expect(await createReadiness(parts({ ...answering, gate }))()).toMatchObject({
      ok: false,
      codes: { 'network ETH': 'NETWORK_CLOSED' },
      networks,
    });
    // Others only show it: what they do needs no keys.
    const without = parts({ ...answering, gate: { ...gate, signs: false } });
    expect(await createReadiness(without)()).toMatchObject({ ok: true, networks });
  });

  it('ends when the process begins to stop, without asking anything', async () => {
    const { ready, retire } = createRetiring(
      createReadiness(parts({ journal: well, queue: async () => true, chain: well })),
      { now: () => 0 },
    );
    expect((await ready()).ok).toBe(true);
    retire();
    expect(await ready()).toEqual({
      ok: false,
      checks: { process: 'failing' },
      codes: { process: 'STOPPING' },
      faults: [
        {
          component: 'process',
          code: 'STOPPING',
          reason: 'the process is stopping',
          since: '1970-01-01T00:00:00.000Z',
        },
      ],
    });
  });

  it('asks a chain once in five seconds, however often it is asked for, and says what came of it until then', async () => {
    let now = 0;
    const chain = vi.fn(async (): Promise<unknown> => undefined);
    const ready = createReadiness(parts({ journal: well, queue: async () => true, chain }), {
      now: () => now,
    });
    expect(chain).not.toHaveBeenCalled();
    const answers = await Promise.all([ready(), ready(), ready()]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(chain).toHaveBeenCalledTimes(1);
    chain.mockRejectedValueOnce(new FerrymanError('RPC_UNAVAILABLE', 'down'));
    now = 5_000;
    expect((await ready()).ok).toBe(true);
    now = 5_001;
    for (const _ of [1, 2]) {
      expect(await ready()).toMatchObject({ ok: false, codes: { 'chain ETH': 'RPC_UNAVAILABLE' } });
    }
    expect(chain).toHaveBeenCalledTimes(2);
    now = 60_000;
    expect((await ready()).ok).toBe(true);
    expect(chain).toHaveBeenCalledTimes(3);
  });
});

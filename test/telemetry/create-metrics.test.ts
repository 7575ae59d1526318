import { expect, it, vi } from 'vitest';
import type { Job } from '../../src/core/swap/job.ts';
import type { FundsState, SwapState } from '../../src/core/swap/swap.ts';
import type { ErrorCode } from '../../src/errors/codes.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createOutageLog } from '../../src/errors/outage-log.ts';
import type { ChainAdapter, EndpointState } from '../../src/ports/chain-adapter.ts';
import type { Router } from '../../src/ports/router.ts';
import type { RouterCall } from '../../src/ports/router-health.ts';
import type { SigningLog } from '../../src/ports/signing-log.ts';
import type { Backlog, Health } from '../../src/ports/stores/health-store.ts';
import type { AttemptRecord, WebhookStore } from '../../src/ports/stores/webhook-store.ts';
import { cached, hundredfold } from '../../src/telemetry/cached.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { measureChain } from '../../src/telemetry/measure-chain.ts';
import { measureRouter } from '../../src/telemetry/measure-router.ts';
import { measureSigningLog } from '../../src/telemetry/measure-signing-log.ts';
import { measureWebhooks } from '../../src/telemetry/measure-webhooks.ts';
import { noOutages } from '../support/no-outages.ts';

const nothing: Health = {
  workers: { api: 0, execute: 0, track: 0, recover: 0, treasury: 0 },
  lanes: [],
  stops: [],
  frozenWallets: [],
  oldestSwaps: new Map(),
};
const nothingWaits: Backlog = {
  scheduleLag: 0,
  webhooks: { enabled: 0, disabled: 0 },
  pendingDeliveries: 0,
  oldestPending: 0,
};
const journal = {
  countByState: async () => new Map<SwapState, number>([['settled', 3]]),
  health: async () => nothing,
  lowGas: async () => [],
  backlog: async () => nothingWaits,
  countByFunds: async () => new Map(),
};

it('shows swaps by state, every state, as the journal has them', async () => {
  const { text, contentType } = await createMetrics(journal).expose();
  expect(contentType).toContain('text/plain');
  expect(text).toContain('ferryman_swaps{state="settled"} 3');
  expect(text).toContain('ferryman_swaps{state="needs_review"} 0');
  expect(text).toContain('ferryman_journal_up 1');
});

it('shows that the journal is away, and no old numbers', async () => {
  let away = false;
  const metrics = createMetrics({
    ...journal,
    async countByState() {
      if (away) throw new FerrymanError('JOURNAL_UNAVAILABLE', 'away');
      return journal.countByState();
    },
  });
  await metrics.expose();
  away = true;
  const { text } = await metrics.expose();
  expect(text).toContain('ferryman_journal_up 0');
  expect(text).not.toContain('ferryman_swaps{');
  for (const gone of [
    'workers{',
    'oldest_swap_age_seconds{',
    'stops{',
    'frozen_wallets 0',
    'providers_stopped 0',
  ]) {
    expect(text).not.toContain(`ferryman_${gone}`);
  }
});

it('shows who is there to carry swaps on, the router, what is stopped, and how long swaps have been there', async () => {
  const health: Health = {
    workers: { api: 2, execute: 0, track: 1, recover: 1, treasury: 0 },
    router: { outcome: 'ROUTER_UNAVAILABLE', age: 10 },
    lanes: [{ wallet: 'treasury', chain: 'ETH', slots: 16, used: 3, waiting: 7, oldest: 2_500 }],
    stops: [
      { scope: 'chain', subject: 'ETH', since: 0, isAutomatic: false },
      { scope: 'chain', subject: 'BSC', since: 0, isAutomatic: false },
      { scope: 'provider', subject: 'across', since: 0, isAutomatic: true },
    ],
    frozenWallets: [{ name: 'treasury', family: 'evm' }],
    oldestSwaps: new Map<SwapState, number>([['requested', 61_500]]),
  };
  const router = {
    read: async (known?: RouterCall) => known ?? { outcome: 'ok' as const, age: 0 },
  };
  const { text } = await createMetrics(
    { ...journal, health: async () => health },
    { router },
  ).expose();
  for (const line of [
    'workers{role="api"} 2',
    'workers{role="execute"} 0',
    'router_up 0',
    'stops{scope="chain"} 2',
    'stops{scope="all"} 0',
    'providers_stopped 1',
    'lane_waiting_swaps{wallet="treasury",chain="ETH"} 7',
    'lane_slots{wallet="treasury",chain="ETH",use="used"} 3',
    'lane_slots{wallet="treasury",chain="ETH",use="free"} 13',
    'lane_oldest_wait_seconds{wallet="treasury",chain="ETH"} 2.5',
    'frozen_wallets 1',
    'oldest_swap_age_seconds{state="requested"} 61.5',
    'oldest_swap_age_seconds{state="needs_review"} 0',
  ]) {
    expect(text).toContain(`ferryman_${line}\n`);
  }
  expect(text).not.toContain('ferryman_oldest_swap_age_seconds{state="settled"}');
  expect((await createMetrics(journal, { router }).expose()).text).toContain(
    'ferryman_router_up 1\n',
  );
  // Unknown is not reported as down.
  expect((await createMetrics(journal).expose()).text).not.toMatch(/^ferryman_router_up /m);
});

it('counts calls to the router by endpoint and outcome', async () => {
  const metrics = createMetrics(journal);
  const calls = (count: number) => ({
    use: () => count > 0,
    require: async () => undefined,
    giveBack: async () => undefined,
  });
  const router = measureRouter(
    {
      reserveCalls: async (count) => calls(await count()),
      servesSwapBest: () => false,
      status: async () => ({ status: 'PENDING', raw: {} }),
      quote: async () => Promise.reject(new FerrymanError('ROUTER_NO_ROUTE', 'none')),
      swap: async () => Promise.reject(new Error('boom')),
      swapBest: async () => Promise.reject(new FerrymanError('ROUTER_PATH_NOT_FOUND', 'not there')),
      deposit: async () => Promise.reject(new Error('boom')),
      refund: async () => Promise.reject(new FerrymanError('ROUTER_BUDGET_SPENT', 'none left')),
      claim: async () => ({ family: 'evm', to: '0xa', data: '0x', value: 0n }),
    } satisfies Router,
    metrics,
  );
  expect(await router.status({ quoteId: 'q', sourceTxId: '0x' })).toMatchObject({
    status: 'PENDING',
  });
  await expect(router.quote({} as Job)).rejects.toThrow('none');
  await expect(router.swap({} as Job, 'q')).rejects.toThrow('boom');
  await expect(router.swapBest({} as Job, 'o')).rejects.toThrow('not there');
  expect(router.servesSwapBest()).toBe(false);
  expect((await router.reserveCalls(async () => 1)).use()).toBe(true);
  await expect(router.refund({ chain: 'ETH', txId: '0x', family: 'evm' })).rejects.toThrow(
    'none left',
  );
  expect(await router.claim({ chain: 'ETH', txId: '0x', family: 'evm' })).toMatchObject({
    to: '0xa',
  });
  const { text } = await metrics.expose();
  expect(text).toContain('ferryman_router_calls_total{endpoint="status",outcome="ok"} 1');
  expect(text).toContain(
    'ferryman_router_calls_total{endpoint="quote",outcome="ROUTER_NO_ROUTE"} 1',
  );
  expect(text).toContain('ferryman_router_calls_total{endpoint="swap",outcome="INTERNAL"} 1');
  expect(text).toContain(
    'ferryman_router_calls_total{endpoint="swapBest",outcome="ROUTER_PATH_NOT_FOUND"} 1',
  );
  expect(text).toContain(
    'ferryman_router_calls_total{endpoint="refund",outcome="ROUTER_BUDGET_SPENT"} 1',
  );
  expect(text).toContain('ferryman_router_calls_total{endpoint="claim",outcome="ok"} 1');
});

it('counts broadcasts by outcome and failed calls by code, and leaves answers alone', async () => {
  const metrics = createMetrics(journal);
  const adapter = measureChain(
    {
      chain: { name: 'ETH' },
      endpoints: () => [],
      parseAddress: (text: string) => ({ ok: true, address: text }),
      broadcast: async () => ({ kind: 'already_known' }),
      accounts: {
        kind: 'counted',
        nextNonce: async () => 7n,
        pendingNonce: async () => Promise.reject(new FerrymanError('RPC_BEHIND', 'late')),
      },
      head: async () => Promise.reject(new FerrymanError('RPC_UNAVAILABLE', 'away')),
      simulate: async () => Promise.reject(new FerrymanError('TRANSACTION_REVERTS', 'reverts')),
    } as unknown as ChainAdapter,
    metrics,
    noOutages,
  );
  expect(adapter.chain.name).toBe('ETH');
  expect(adapter.parseAddress('0xa')).toEqual({ ok: true, address: '0xa' });
  const { accounts } = adapter;
  if (accounts.kind !== 'counted') throw new Error('the accounts are counted');
  expect(await accounts.nextNonce('0xa')).toBe(7n);
  await expect(accounts.pendingNonce?.('0xa')).rejects.toThrow('late');
  expect(await adapter.broadcast({ chain: 'ETH', txId: '0x', bytes: '0x' })).toEqual({
    kind: 'already_known',
  });
  await expect(adapter.head()).rejects.toThrow('away');
  await expect(adapter.simulate({} as never)).rejects.toThrow('reverts');
  const { text } = await metrics.expose();
  expect(text).toContain('ferryman_attempts_sent_total{chain="ETH",outcome="already_known"} 1');
  expect(text).toContain('ferryman_rpc_errors_total{chain="ETH",code="RPC_UNAVAILABLE"} 1');
  expect(text).toContain('ferryman_rpc_errors_total{chain="ETH",code="RPC_BEHIND"} 1');
  expect(text).not.toContain('TRANSACTION_REVERTS');
});

it('shows of each endpoint whether it is used, how far it is behind, and what is wrong with it at the moment', async () => {
  const metrics = createMetrics(journal);
  let error: { error: ErrorCode } | undefined = { error: 'RPC_UNAVAILABLE' };
  metrics.watchEndpoints('ETH', () => [
    { host: 'one.example', used: false, lag: 7n, ...error },
    { host: 'two.example', used: true, latest: 100n, lag: 0n },
  ]);
  const { text } = await metrics.expose();
  expect(text).toContain('ferryman_rpc_endpoint_used{chain="ETH",host="one.example"} 0');
  expect(text).toContain('ferryman_rpc_endpoint_used{chain="ETH",host="two.example"} 1');
  expect(text).toContain('ferryman_rpc_endpoint_lag_blocks{chain="ETH",host="one.example"} 7');
  expect(text).toContain(
    'ferryman_rpc_endpoint_failing{chain="ETH",host="one.example",code="RPC_UNAVAILABLE"} 1',
  );
  error = undefined;
  expect((await metrics.expose()).text).not.toContain('ferryman_rpc_endpoint_failing{');
});

it('logs of an endpoint that it failed, and that it works again, once each', async () => {
  const logged = vi.fn();
  let state: Partial<EndpointState> = {};
  const adapter = measureChain(
    {
      chain: { name: 'ETH' },
      endpoints: () => [
        { host: 'one.example', used: true, lag: 0n, ...state },
        { host: 'two.example', used: false, lag: 0n },
      ],
      head: async () => ({ latest: 1n, final: 1n }),
    } as unknown as ChainAdapter,
    createMetrics(journal),
    createOutageLog({ warn: logged }),
  );
  await adapter.head();
  expect(logged).not.toHaveBeenCalled();
  for (const failures of [1, 1, 2, 3, 3]) {
    state = { error: 'RPC_UNAVAILABLE', failures };
    await adapter.head();
  }
  state = {};
  await adapter.head();
  const [begun, over] = logged.mock.calls.map(([facts]) => facts);
  expect(begun).toMatchObject({
    component: 'endpoint 1 of ETH, one.example',
    code: 'RPC_UNAVAILABLE',
  });
  expect(over).toMatchObject({ component: 'endpoint 1 of ETH, one.example', failures: 3 });
  expect(logged).toHaveBeenCalledTimes(2);
});

it('shows what waits, where money is, which accounts are low on gas, and what is failing', async () => {
  const { text } = await createMetrics(
    {
      ...journal,
      lowGas: async () =>
        ['main', 'main#2'].map((wallet) => ({
          wallet,
          family: 'evm' as const,
          chain: 'ETH',
          balance: 1n,
          block: 1n,
          below: 2n,
        })),
      backlog: async () => ({ ...nothingWaits, scheduleLag: 1_500 }),
      countByFunds: async () => new Map<FundsState, number>([['in_flight', 4]]),
    },
    {
      now: () => 61_000,
      parts: {
        queue: { depths: async () => [{ queue: 'swaps', waiting: 3, delayed: 2, active: 1 }] },
        signingLog: {
          instance: async () => 'one',
          state: async () => ({ bytes: 2_048, freeBytes: 1e9, isFailing: true }),
        },
        outages: {
          current: () => [{ component: 'chain ETH', since: 1_000, code: 'RPC_UNAVAILABLE' }],
        },
      },
    },
  ).expose();
  for (const line of [
    'low_gas_accounts{chain="ETH"} 2',
    'schedule_lag_seconds 1.5',
    'swaps_by_funds{funds="in_flight"} 4',
    'swaps_by_funds{funds="unknown"} 0',
    'queue_up 1',
    'queue_depth{queue="swaps",state="waiting"} 3',
    'signing_log_up 0',
    'signing_log_size_bytes 2048',
    'signing_log_free_bytes 1000000000',
    'component_outage_seconds{component="chain ETH",code="RPC_UNAVAILABLE"} 60',
  ]) {
    expect(text).toContain(`ferryman_${line}\n`);
  }
});

it('shows that Redis or the signing log is away, and nothing of a log that a process does not have', async () => {
  const parts = {
    queue: { depths: async () => Promise.reject(new FerrymanError('REDIS_UNAVAILABLE', 'away')) },
    signingLog: {
      instance: async () => 'one',
      state: async () => Promise.reject(new FerrymanError('SIGNING_LOG_UNAVAILABLE', 'away')),
    },
    outages: { current: () => [] },
  };
  const away = await createMetrics(journal, { parts }).expose();
  expect(away.text).toContain('ferryman_queue_up 0\n');
  expect(away.text).not.toContain('ferryman_queue_depth{');
  expect(away.text).toContain('ferryman_signing_log_up 0\n');
  const signingLog = { ...parts.signingLog, instance: async () => undefined };
  const none = await createMetrics(journal, { parts: { ...parts, signingLog } }).expose();
  expect(none.text).not.toMatch(/^ferryman_signing_log_(up|size_bytes|free_bytes) /m);
});

it('times entries of the signing log, and says when one could last not be written', async () => {
  const metrics = createMetrics(journal, { now: () => 5_000 });
  const record = vi.fn(async () => undefined);
  const log = measureSigningLog({ record } as unknown as SigningLog, metrics);
  await log.record([]);
  record.mockRejectedValueOnce(new FerrymanError('SIGNING_LOG_UNAVAILABLE', 'full'));
  await expect(log.record([])).rejects.toThrow('full');
  const { text } = await metrics.expose();
  expect(text).toContain('ferryman_signing_log_append_seconds_count 1\n');
  expect(text).toContain('ferryman_signing_log_errors_total 1\n');
  expect(text).toContain('ferryman_signing_log_last_error_timestamp_seconds 5\n');
});

it('shows webhooks, what waits for them, and what became of each attempt', async () => {
  const webhooks = { enabled: 2, disabled: 1 };
  const backlog = { scheduleLag: 0, webhooks, pendingDeliveries: 7, oldestPending: 1_800_500 };
  let isAway = false;
  const metrics = createMetrics({
    ...journal,
    backlog: async () => (isAway ? Promise.reject(new Error('away')) : backlog),
  });
  const recordAttempt = vi.fn<WebhookStore['recordAttempt']>(async () => true);
  const { recordAttempt: record } = measureWebhooks({ recordAttempt }, metrics);
  const attempt = (next: AttemptRecord['next']) => record({ next } as AttemptRecord);
  const has = async (...lines: string[]) => {
    const { text } = await metrics.expose();
    for (const line of lines) expect(text).toContain(`ferryman_webhook${line}\n`);
  };
  // Before the first attempt too: an alert on the growth needs a beginning.
  await has('_attempts_total{outcome="failed"} 0');
  for (const next of ['delivered', 'failed', 'failed'] as const) await attempt({ kind: next });
  await attempt({ kind: 'retry', delay: 1 });
  recordAttempt.mockResolvedValueOnce(false);
  await attempt({ kind: 'delivered' });
  await has(
    ...['s{state="enabled"} 2', 's{state="disabled"} 1', '_pending_deliveries 7'],
    ...['_oldest_pending_seconds 1800.5', '_attempts_total{outcome="delivered"} 1'],
    ...['_attempts_total{outcome="retry"} 1', '_attempts_total{outcome="failed"} 2'],
  );
  isAway = true;
  const { text } = await metrics.expose();
  expect(text).not.toMatch(/^ferryman_webhook(s|_pending|_oldest)/m);
});

it('reads the journal once for scrapes within a second, and again after it', async () => {
  const health = vi.fn(async () => nothing);
  const metrics = createMetrics({ ...journal, health }, { cachedFor: 60_000 });
  await Promise.all([metrics.expose(), metrics.expose()]);
  await metrics.expose();
  expect(health).toHaveBeenCalledTimes(1);
});

it('ends a scrape whose reading never ends, and reads again later', async () => {
  let now = 0;
  const run = vi.fn<() => Promise<string>>(() => new Promise(() => undefined));
  const read = cached(
    run,
    () => 0,
    () => now,
    { patience: 10, longest: 100 },
  );
  await expect(read()).rejects.toThrow('no answer within 10 ms');
  now = 99;
  await expect(read()).rejects.toThrow('no answer within 10 ms');
  expect(run).toHaveBeenCalledTimes(1);
  now = 100;
  run.mockResolvedValueOnce('read');
  expect(await read()).toBe('read');
});

it('counts all swaps for at most a hundredth of the time', async () => {
  let now = 0;
  const count = cached(
    vi.fn(async () => {
      now += 150;
      return now;
    }),
    hundredfold,
    () => now,
  );
  expect(await count()).toBe(150);
  now = 15_149;
  expect(await count()).toBe(150);
  now = 15_150;
  expect(await count()).toBe(15_300);
});

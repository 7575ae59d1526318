import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHAIN_NAMES } from '../../sandbox/chains/chain-catalogue.ts';
import type { EvmChainName } from '../../sandbox/endpoints.ts';
import { ROUTER_SHAPES } from '../../sandbox/router/router-shape.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { lessBps } from '../../src/core/amounts/amounts.ts';
import type { Asset, Job } from '../../src/core/swap/job.ts';
import { ofFamily } from '../../src/core/swap/of-family.ts';
import type { TransactionObject } from '../../src/core/swap/transaction-object.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { createCallBudget } from '../../src/queue/create-call-budget.ts';
import { socketPathOf } from '../../src/queue/socket-path.ts';
import {
  createRouterClient,
  type RouterClientOptions,
} from '../../src/router/create-router-client.ts';
import type { RouterClient } from '../../src/router/router-client.ts';
import { byHand, type Hand } from '../sandbox/by-hand.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { fund, startTestFerryman, submitJob } from '../support/harness.ts';
import { noOutages } from '../support/no-outages.ts';
import { until } from '../support/until.ts';
import { waitFor } from '../support/wait-for.ts';
import { makeJob } from './fixtures.ts';

let sandbox: Sandbox;
let hand: Hand;
let owner: ReturnType<Hand['wallet']>;
let router: RouterClient;
beforeAll(async () => {
  sandbox = await startSandbox({ quoteLifetimeMs: 60_000, blockIntervalMs: 100 });
  hand = byHand(sandbox.endpoints);
  owner = await hand.walletWith({ ETH: 100n, USDC: 1_000n });
  await hand.fund('ARBITRUM', 'ETH', owner.address, 10n);
  router = client();
});
afterAll(() => sandbox?.close());

function client(options: Partial<RouterClientOptions> = {}): RouterClient {
  return createRouterClient({
    baseUrl: sandbox.endpoints.router.url,
    timeoutMs: 20_000,
    ...options,
  });
}

type ChainName = EvmChainName;

function token(chain: ChainName, symbol: string): Asset {
  const found = sandbox.endpoints.chains[chain].tokens.find((one) => one.symbol === symbol);
  if (!found) throw new Error(`no ${symbol} on ${chain}`);
  return { family: 'evm', chain, token: found.address, decimals: found.decimals, symbol };
}

function native(chain: ChainName): Asset {
  const { symbol, decimals } = sandbox.endpoints.chains[chain].nativeToken;
  return { family: 'evm', chain, token: evmNativeToken, decimals, symbol };
}

const jobs: [string, () => Partial<Job>, 'on-chain' | 'cross-chain'][] = [
  [
    'a token for the native coin',
    () => ({ from: token('ETH', 'USDC'), to: native('ETH'), amount: 25_000_000n }),
    'on-chain',
  ],
  [
    'the native coin for a token',
    () => ({ from: native('ETH'), to: token('ETH', 'USDC'), amount: 10n ** 16n }),
    'on-chain',
  ],
  [
    'a token for one on another chain',
    () => ({ from: token('ETH', 'USDC'), to: token('POLYGON', 'USDC'), amount: 25_000_000n }),
    'cross-chain',
  ],
];

describe.each(ROUTER_SHAPES)('a routing service in the %s shape', (shape) => {
  beforeAll(async () => {
    await hand.control('/router', { shape });
    router = client();
  });
  afterAll(() => hand.control('/router', { shape: 'deployed' }));

  it.each(jobs)('quotes %s and gives the transaction for it', async (_what, change, swapType) => {
    const job = makeJob(change());
    const quote = await router.quote(job);
    const data = await router.swap(job, quote.quoteId);
    const best = await router.swapBest(job, quote.quoteId);
    for (const terms of [quote, data, best]) {
      expect(terms.swapType).toBe(swapType);
      expect(terms.minOut).toBeGreaterThan(0n);
      expect(terms.minOut).toBeLessThanOrEqual(terms.expectedOut);
      expect(terms.minOut).toBeGreaterThanOrEqual(lessBps(terms.expectedOut, 50) - 1n);
      expect(terms.spender !== undefined).toBe(job.from.token !== evmNativeToken);
    }
    for (const { transaction: whole, echo } of [data, best]) {
      const transaction = ofFamily(whole, 'evm');
      expect(transaction.to).toMatch(/^0x[0-9a-fA-F]{40}$/);
      expect(transaction.value >= (job.from.token === evmNativeToken ? job.amount : 0n)).toBe(true);
      expect(echo).toMatchObject({
        srcTokenBlockchain: job.from.chain,
        dstTokenBlockchain: job.to.chain,
        receiver: job.receiver,
        fromAddress: job.wallet.address,
      });
    }
  });

  it('reads a unit of slippage that is not its own as another minimum, which the job’s bound then refuses', async () => {
    const job = makeJob({ ...jobs[0]![1](), bound: { kind: 'slippage', slippageBps: 50 } });
    const wrong = client({ slippageUnit: 'percent' });
    const { minOut, expectedOut } = await wrong.quote(job);
    expect(minOut).toBeLessThan(lessBps(expectedOut, 50));
  });

  it('knows no transaction that never was', async () => {
    const status = await router.status({ quoteId: 'q', sourceTxId: `0x${'11'.repeat(32)}` });
    expect(status).toMatchObject({ status: 'NOT_FOUND' });
    expect(status).not.toHaveProperty('destinationTxId');
  });

  it('says by its codes what does not work', async () => {
    const job = makeJob(jobs[0]![1]());
    await expect(router.swap(job, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
      code: 'ROUTER_QUOTE_EXPIRED',
      next: 'requote',
    });
    const sameToken = makeJob({ from: token('ETH', 'USDC'), to: token('ETH', 'USDC') });
    await expect(router.quote(sameToken)).rejects.toMatchObject({
      code: expect.stringMatching(/^ROUTER_/),
    });
  });

  it('has a payment quoted, approved, made and followed to its payout, whichever path of the status is set', async () => {
    const { job, txId, expectedOut } = await pay('relay');
    const { destinationTxId } = await statusBecomes(txId, 'SUCCESS');
    expect(await hand.balance('ARBITRUM', 'USDC', job.receiver as `0x${string}`)).toBe(expectedOut);
    for (const status of [
      '/api/routes/status',
      '/api/info/status',
      '/api/info/statusExtended',
      '/nowhere',
    ]) {
      const answer = await client({ paths: { status } }).status({ quoteId: 'q', sourceTxId: txId });
      expect(answer).toMatchObject({ status: 'SUCCESS', destinationTxId });
    }
  });

  it('tells of an order by deposit by its quote alone, whichever path of the status is set', async () => {
    const job = makeJob({
      ...jobs[2]![1](),
      flow: 'deposit',
      providers: { allow: ['changenow'], deny: [] },
    });
    const { quoteId } = await router.quote(job);
    expect(await router.status({ quoteId })).toMatchObject({ status: 'NOT_FOUND' });
    await router.deposit(job, quoteId);
    for (const status of [
      '/api/routes/status',
      '/api/info/status',
      '/api/info/statusExtended',
      '/nowhere',
    ]) {
      const answer = await client({ paths: { status } }).status({ quoteId });
      expect(answer).toMatchObject({ status: 'PENDING', raw: { subStatus: 'AWAITING_DEPOSIT' } });
    }
  });
});

describe('the lists', () => {
  it('name the providers of the routes', async () => {
    const { crossChain, onChain } = await router.providers();
    expect(crossChain.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['celer_bridge', 'arbitrum', 'relay']),
    );
    expect(onChain.map(({ name }) => name)).toContain('UNISWAP_V2');
    expect(
      crossChain
        .find(({ name }) => name === 'arbitrum')
        ?.chains.map(({ name }) => name)
        .sort(),
    ).toEqual(['ARBITRUM', 'ETH']);
  });

  it.each(['/api/routes/chains', '/api/info/chains'])(
    'name the chains at %s, test networks when asked',
    async (path) => {
      const lists = client({ paths: { chains: path } });
      const usual = await lists.chains();
      expect(usual.map(({ name }) => name).sort()).toEqual(
        [...CHAIN_NAMES, 'LITECOIN', 'RIPPLE'].sort(),
      );
      const eth = usual.find(({ name }) => name === 'ETH');
      expect(eth).toMatchObject({
        id: sandbox.endpoints.chains.ETH.chainId,
        testnet: false,
        type: 'EVM',
      });
      expect(eth?.providers.crossChain).toContain('celer_bridge');
      const all = await lists.chains({ includeTestnets: true });
      expect(all.filter(({ testnet }) => testnet).map(({ name }) => name)).toContain('SEPOLIA');
    },
  );
});

function send(chain: ChainName, transaction: TransactionObject) {
  const { to, data, value } = ofFamily(transaction, 'evm');
  return owner.send(chain, {
    to: to as `0x${string}`,
    data: data as `0x${string}`,
    value: String(value),
  });
}

/** Pays 20 USDC on ETH to a provider. @returns the source transaction */
async function pay(provider: string): Promise<{ job: Job; txId: string; expectedOut: bigint }> {
  const job = makeJob({
    wallet: { ...makeJob().wallet, address: owner.address },
    refundAddress: owner.address,
    receiver: hand.wallet().address,
    providers: { allow: [provider], deny: [] },
    from: token('ETH', 'USDC'),
    to: token('ARBITRUM', 'USDC'),
    amount: 20_000_000n,
  });
  const quote = await router.quote(job);
  const approval = {
    token: job.from,
    owner: owner.address,
    spender: quote.spender ?? '',
    amount: job.amount,
  };
  const missing = await router.checkApprove(approval);
  if (missing.needed) {
    expect(ofFamily(missing.transaction, 'evm').to).toBe(job.from.token);
    await send('ETH', missing.transaction);
  }
  expect(await router.checkApprove(approval)).toMatchObject({ needed: false });
  const { transaction, expectedOut } = await router.swap(job, quote.quoteId);
  const receipt = await send('ETH', transaction);
  expect(receipt.status).toBe('success');
  return { job, txId: receipt.transactionHash, expectedOut };
}

async function statusBecomes(sourceTxId: string, expected: string) {
  return waitFor(async () => {
    const answer = await router.status({ quoteId: 'q', sourceTxId });
    expect(answer.status).toBe(expected);
    return answer;
  });
}

describe('a payment', () => {
  it('over celer_bridge is taken back by the transaction of the refund endpoint', async () => {
    const { txId } = await pay('celer_bridge');
    await statusBecomes(txId, 'REVERT');
    const refund = await router.refund({ chain: 'ETH', txId, family: 'evm' });
    const before = await hand.balance('ETH', 'USDC', owner.address);
    expect(await send('ETH', refund)).toMatchObject({ status: 'success' });
    expect((await hand.balance('ETH', 'USDC', owner.address)) - before).toBeGreaterThan(
      19_000_000n,
    );
    await statusBecomes(txId, 'REVERTED');
    await expect(router.refund({ chain: 'ETH', txId, family: 'evm' })).rejects.toMatchObject({
      code: 'ROUTER_NO_ROUTE',
      next: 'retry',
    });
  });

  it('over arbitrum is claimed by the transaction of the claim endpoint', async () => {
    const { job, txId, expectedOut } = await pay('arbitrum');
    await statusBecomes(txId, 'READY_TO_CLAIM');
    const claim = await router.claim({ chain: 'ETH', txId, family: 'evm' });
    expect(await send('ARBITRUM', claim)).toMatchObject({ status: 'success' });
    expect(await hand.balance('ARBITRUM', 'USDC', job.receiver as `0x${string}`)).toBe(expectedOut);
    await statusBecomes(txId, 'SUCCESS');
  });

  it('that nobody knows is nothing to take back or to claim, and nothing to give up for', async () => {
    const payment = { chain: 'ETH', txId: `0x${'11'.repeat(32)}`, family: 'evm' } as const;
    for (const call of [router.refund(payment), router.claim(payment)]) {
      await expect(call).rejects.toMatchObject({
        code: 'ROUTER_REFUSED',
        next: 'retry',
        details: { serviceCode: '3100' },
      });
    }
  });
});

describe('a service in trouble', () => {
  const job = () => makeJob(jobs[0]![1]());

  it.each<[string, object, object]>([
    ['HTML', { fault: 'html' }, { code: 'ROUTER_MALFORMED', next: 'retry' }],
    ['half a JSON', { fault: 'half-json' }, { code: 'ROUTER_MALFORMED', next: 'retry' }],
    ['nothing at all', { fault: 'empty' }, { code: 'ROUTER_MALFORMED', next: 'retry' }],
    ['10 MB', { fault: 'huge' }, { code: 'ROUTER_MALFORMED', next: 'retry' }],
    ['other decimals', { fault: 'wrong-decimals' }, { code: 'ROUTER_MALFORMED', next: 'retry' }],
    ['a cut connection', { fault: 'cut' }, { code: 'ROUTER_UNAVAILABLE', next: 'retry' }],
    [
      'an error inside 200',
      { fault: 'error-inside', code: 2001 },
      { code: 'ROUTER_NO_ROUTE', next: 'requote' },
    ],
    [
      'a list of errors',
      { status: 400, code: 1006, asList: true },
      { code: 'ROUTER_REFUSED', next: 'stop' },
    ],
    [
      '503',
      { status: 503, retryAfter: 2 },
      { code: 'ROUTER_UNAVAILABLE', next: 'retry', retryAfter: 2_000 },
    ],
  ])('that answers %s says what to do next', async (_what, fault, expected) => {
    const apiKey = randomUUID();
    const asked = client({ apiKey, random: () => 0 });
    const { status } = await hand.control('/router', { scope: { apiKey }, failNext: 1, ...fault });
    expect(status).toBe(200);
    await expect(asked.quote(job())).rejects.toMatchObject(expected);
    await expect(asked.quote(job())).resolves.toMatchObject({ quoteId: expect.any(String) });
  });

  it('that counts calls says when it takes one again', async () => {
    const apiKey = randomUUID();
    const asked = client({ apiKey });
    await hand.control('/router', { scope: { apiKey }, callsPerMinute: 2 });
    await asked.chains();
    await asked.providers();
    const refusal = await asked.quote(job()).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'ROUTER_RATE_LIMITED', next: 'retry' });
    expect((refusal as { retryAfter: number }).retryAfter).toBeGreaterThan(10_000);
  });
});

describe('a swap for which no call is left', () => {
  it('waits for its turn without a call in vain, and settles when there is one again', async () => {
    const { endpoints } = sandbox;
    const callsPerMinute = 50;
    const { ferryman, options, wallets, close } = await startTestFerryman({
      endpoints,
      wallets: ['main'],
      working: false,
      adjust: (usual) => ({ ...usual, router: { ...usual.router, callsPerMinute } }),
    });
    const redis = { socketPath: await socketPathOf(join(options.dataFolder, 'redis')) };
    const service = { url: endpoints.router.url };
    const another = createCallBudget({ redis, service, callsPerMinute, outages: noOutages });
    const behind = new Redis({ path: redis.socketPath });
    try {
      await fund(endpoints, 'ETH', wallets.main!, evmNativeToken, 10n ** 18n);
      const { swap } = await submitJob(ferryman, {
        wallet: 'main',
        from: { chain: 'ETH', token: evmNativeToken },
        to: { chain: 'ETH', token: token('ETH', 'USDC').token },
        amount: '0.01',
        receiver: hand.wallet().address,
        slippageBps: 50,
      });
      // Another worker used them up fifty seconds ago.
      for (let call = 0; call < callsPerMinute; call++) await another.take('execution');
      const [key = ''] = await behind.keys('*:calls:*');
      const calls = await behind.zrange(key, 0, -1);
      await Promise.all(calls.map((call) => behind.zincrby(key, -50_000, call)));
      await ferryman.startWorkers({ sweepInterval: 100 });
      const view = () => ferryman.journal.findSwap(swap.id);
      // It waits in its lane, which a worker is serving.
      await until(async () => (await ferryman.journal.dueLanes(1)).length === 0);
      expect(await view()).toMatchObject({ swap: { state: 'requested' }, lane: { position: 1 } });
      expect((await ferryman.metrics.expose()).text).not.toContain(
        'ferryman_router_calls_total{endpoint="swapBest"',
      );
      const ended = await ferryman.awaitEnd(swap.id, { signal: hangSignal() });
      expect(ended.swap.state).toBe('settled');
      const { text } = await ferryman.metrics.expose();
      expect(text).toMatch(/ferryman_router_calls_total\{endpoint="swapBest",outcome="ok"\} [1-9]/);
    } finally {
      behind.disconnect();
      await another.close();
      await close();
    }
  });
});

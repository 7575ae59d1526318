import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { lessBps } from '../../src/core/amounts.ts';
import { evmNativeToken } from '../../src/core/chains.ts';
import type { Asset, Job } from '../../src/core/job.ts';
import type { Router } from '../../src/ports/router.ts';
import { createRouterClient } from '../../src/router/create-router-client.ts';
import { makeJob } from './fixtures.ts';

let sandbox: Sandbox;
let router: Router;
beforeAll(async () => {
  sandbox = await startSandbox({ quoteLifetimeMs: 60_000 });
  router = createRouterClient({ baseUrl: sandbox.endpoints.router.url, timeoutMs: 20_000 });
});
afterAll(() => sandbox.close());

type ChainName = keyof Sandbox['endpoints']['chains'];

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

describe('a conforming routing service', () => {
  it.each(jobs)('quotes %s and gives the transaction for it', async (_what, change, swapType) => {
    const job = makeJob(change());
    const quote = await router.quote(job);
    const data = await router.swap(job, quote.quoteId);
    for (const terms of [quote, data]) {
      expect(terms.swapType).toBe(swapType);
      expect(terms.minOut).toBeGreaterThan(0n);
      expect(terms.minOut).toBeLessThanOrEqual(terms.expectedOut);
      expect(terms.minOut).toBeGreaterThanOrEqual(lessBps(terms.expectedOut, 50) - 1n);
      expect(terms.spender !== undefined).toBe(job.from.token !== evmNativeToken);
    }
    expect(data.transaction.to).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(data.transaction.value >= (job.from.token === evmNativeToken ? job.amount : 0n)).toBe(true);
    expect(data.echo).toMatchObject({
      srcTokenBlockchain: job.from.chain,
      dstTokenBlockchain: job.to.chain,
      receiver: job.receiver,
      fromAddress: job.wallet.address,
    });
  });

  it('reads a unit of slippage that is not its own as another minimum, which the job’s bound then refuses', async () => {
    const job = makeJob({ ...jobs[0]![1](), bound: { kind: 'slippage', slippageBps: 50 } });
    const wrong = createRouterClient({
      baseUrl: sandbox.endpoints.router.url,
      timeoutMs: 20_000,
      slippageUnit: 'percent',
    });
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
    await expect(router.quote(sameToken)).rejects.toMatchObject({ code: expect.stringMatching(/^ROUTER_/) });
  });
});

import { createPublicClient, createWalletClient, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import type { Policy } from '../../../src/core/policy.ts';
import type { JobRequest } from '../../../src/executor/job-request.ts';
import {
  fund,
  native,
  oneEther,
  runJob,
  startTestFerryman,
  submitJob,
  type TestFerryman,
  tokenOf,
} from '../../support/harness.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { tamperingRouter } from '../../support/tampering-router.ts';

const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address,address) view returns (uint256)',
  'function approve(address,uint256)',
]);
const receiver = '0x1111111111111111111111111111111111111111';
const oneUsd = 1_000_000n;

/** The wallet flow on real chains; the same suite for every kind of journal. */
export function swapSuite(name: string, openPostgres?: () => Promise<PostgresServer>): void {
  describe(`swaps with a journal on ${name}`, () => {
    let sandbox: Sandbox;
    let postgres: PostgresServer | undefined;
    const running: TestFerryman[] = [];

    beforeAll(async () => {
      [sandbox, postgres] = await Promise.all([startSandbox(), openPostgres?.()]);
    });
    afterAll(async () => {
      await Promise.all(running.map((one) => one.close()));
      await Promise.all([sandbox?.close(), postgres?.close()]);
    });

    const token = (chain: 'ETH' | 'POLYGON' | 'ARBITRUM', symbol: string) => tokenOf(sandbox.endpoints, chain, symbol);
    const client = (chain: 'ETH' | 'POLYGON' | 'ARBITRUM') =>
      createPublicClient({ transport: http(sandbox.endpoints.chains[chain].rpcUrls[0]) });

    /** A Ferryman with a fresh wallet that holds `funds` on ETH. */
    async function start(
      funds: Record<string, bigint>,
      change: { policy?: Partial<Policy>; routerUrl?: string; privateKey?: `0x${string}`; sandbox?: Sandbox } = {},
    ): Promise<TestFerryman> {
      const { endpoints } = change.sandbox ?? sandbox;
      const one = await startTestFerryman({
        endpoints,
        ...(postgres ? { postgres } : {}),
        ...change,
      });
      running.push(one);
      for (const [symbol, amount] of Object.entries(funds)) {
        await fund(endpoints, 'ETH', one.wallet.address, tokenOf(endpoints, 'ETH', symbol), amount);
      }
      return one;
    }

    function job(fromSymbol: string, to: 'ETH' | 'POLYGON' | 'ARBITRUM', toSymbol: string, amount: string): JobRequest {
      return {
        wallet: 'treasury',
        from: { chain: 'ETH', token: token('ETH', fromSymbol) },
        to: { chain: to, token: token(to, toSymbol) },
        amount,
        receiver,
        slippageBps: 100,
      };
    }

    const balanceOf = (chain: 'ETH' | 'POLYGON' | 'ARBITRUM', symbol: string, owner: string) =>
      client(chain).readContract({
        address: token(chain, symbol) as `0x${string}`,
        abi: erc20,
        functionName: 'balanceOf',
        args: [owner as `0x${string}`],
      });

    it('settles within a chain and across chains, for every kind of token, verified where it arrives', async () => {
      const { ferryman } = await start({
        native: oneEther,
        USDC: 500n * oneUsd,
        USDT: 500n * oneUsd,
        FEE: 500n * oneEther,
      });
      const before = await balanceOf('POLYGON', 'USDC', receiver);
      const views = await Promise.all([
        runJob(ferryman, job('USDC', 'POLYGON', 'USDC', '100')),
        runJob(ferryman, job('USDT', 'ETH', 'native', '101')),
        runJob(ferryman, job('FEE', 'ARBITRUM', 'DAI', '102')),
        runJob(ferryman, job('native', 'POLYGON', 'native', '0.1')),
      ]);
      for (const { swap } of views) {
        expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved', legs: [{ level: 'verified' }] });
        expect(swap.feeSpent).toBeGreaterThan(0n);
      }
      // What is claimed to have arrived is what the chain shows.
      expect((await balanceOf('POLYGON', 'USDC', receiver)) - before).toBe(views[0]?.swap.legs[0]?.amount);
    });

    it('asks anew for a quote that expired while the allowance was arranged', async () => {
      const quick = await startSandbox({ quoteLifetimeMs: 300 });
      try {
        const one = await start({ native: oneEther, USDC: 100n * oneUsd }, { sandbox: quick });
        const { swap } = await runJob(one.ferryman, {
          ...job('USDC', 'ETH', 'native', '50'),
          from: { chain: 'ETH', token: tokenOf(quick.endpoints, 'ETH', 'USDC') },
        });
        expect(swap.state).toBe('settled');
        const types = (await one.ferryman.journal.events(swap.id)).map(({ type }) => type);
        expect(types.filter((type) => type === 'quoted').length).toBeGreaterThan(1);
        await one.close();
        running.splice(running.indexOf(one), 1);
      } finally {
        await quick.close();
      }
    });

    it('signs nothing for an answer below the minimum, and expires with the money untouched', async () => {
      const { ferryman, wallet } = await start({ native: oneEther, USDC: 100n * oneUsd });
      const { slippageBps, ...rest } = job('USDC', 'ETH', 'native', '100');
      expect(slippageBps).toBe(100);
      const deadline = new Date(Date.now() + 3_000).toISOString();
      const { swap } = await runJob(ferryman, { ...rest, minOut: '0.05', deadline });
      expect(swap).toMatchObject({
        state: 'expired',
        fundsState: 'untouched',
        reason: { code: 'QUOTE_BELOW_MINIMUM' },
      });
      expect(await client('ETH').getTransactionCount({ address: wallet.address as `0x${string}` })).toBe(0);
    });

    it('zeroes a standing allowance first for a token that insists on it', async () => {
      const privateKey = generatePrivateKey();
      const account = privateKeyToAccount(privateKey);
      const { ferryman } = await start({ native: oneEther, USDT: 200n * oneUsd }, { privateKey });
      const first = await runJob(ferryman, { ...job('USDT', 'ETH', 'native', '10'), receiver: account.address });
      expect(first.swap.state).toBe('settled');
      const approval = (await ferryman.journal.events(first.swap.id)).find(({ type }) => type === 'quoted');
      const spender = approval?.data.spender as `0x${string}`;
      // Left over from before Ferryman: another wallet of the same kind whose allowance stands.
      const other = generatePrivateKey();
      const leftover = privateKeyToAccount(other);
      const second = await start({}, { privateKey: other });
      await fund(sandbox.endpoints, 'ETH', leftover.address, native, oneEther);
      await fund(sandbox.endpoints, 'ETH', leftover.address, token('ETH', 'USDT'), 200n * oneUsd);
      const hash = await createWalletClient({
        account: leftover,
        transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]),
      }).writeContract({
        chain: null,
        address: token('ETH', 'USDT') as `0x${string}`,
        abi: erc20,
        functionName: 'approve',
        args: [spender, 5n],
      });
      await client('ETH').waitForTransactionReceipt({ hash, pollingInterval: 50 });
      const { swap } = await runJob(second.ferryman, {
        ...job('USDT', 'ETH', 'native', '20'),
        receiver: account.address,
      });
      expect(swap.state).toBe('settled');
      const leased = (await second.ferryman.journal.events(swap.id)).filter(({ type }) => type === 'leased');
      expect(leased.map(({ data }) => data.step ?? data.kind)).toEqual(['revoke', 'approve', 'swap']);
    });

    it('settles twenty swaps of one token and one wallet at once, with few approvals and none left over', async () => {
      const { ferryman, wallet } = await start({ native: oneEther, USDC: 1_000n * oneUsd });
      const views = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          runJob(ferryman, job('USDC', 'ETH', 'native', `10.${String(index).padStart(2, '0')}`)),
        ),
      );
      expect(views.map(({ swap }) => swap.state)).toEqual(Array(20).fill('settled'));
      const sent = await client('ETH').getTransactionCount({ address: wallet.address as `0x${string}` });
      const approvals = sent - 20;
      expect(approvals).toBeGreaterThan(0);
      expect(approvals).toBeLessThanOrEqual(10);
      const [quoted] = (await ferryman.journal.events(views[0]!.swap.id)).filter(({ type }) => type === 'quoted');
      const left = await client('ETH').readContract({
        address: token('ETH', 'USDC') as `0x${string}`,
        abi: erc20,
        functionName: 'allowance',
        args: [wallet.address as `0x${string}`, quoted?.data.spender as `0x${string}`],
      });
      expect(left).toBe(0n);
    });

    it('never overdraws one balance with a hundred swaps over it', async () => {
      const { ferryman, wallet } = await start({ native: oneEther, USDC: 605n * oneUsd });
      const views = await Promise.all(
        Array.from({ length: 100 }, () => runJob(ferryman, job('USDC', 'ETH', 'native', '10'), 55_000)),
      );
      const settled = views.filter(({ swap }) => swap.state === 'settled');
      const refused = views.filter(({ swap }) => swap.state === 'failed');
      expect([settled.length, refused.length]).toEqual([60, 40]);
      for (const { swap } of refused) {
        expect(swap).toMatchObject({ fundsState: 'untouched', reason: { code: 'INSUFFICIENT_BALANCE' } });
      }
      expect(await balanceOf('ETH', 'USDC', wallet.address)).toBe(5n * oneUsd);
    });

    it('reserves gas too: what the coins can not carry is refused, not sent', async () => {
      const { ferryman, wallet } = await start({ USDC: 100n * oneUsd, native: 3_000_000_000_000_000n });
      const views = await Promise.all(
        Array.from({ length: 8 }, () => runJob(ferryman, job('USDC', 'ETH', 'native', '10'))),
      );
      for (const { swap } of views) {
        if (swap.state === 'settled') continue;
        expect(swap).toMatchObject({ state: 'failed', fundsState: 'untouched', reason: { code: 'INSUFFICIENT_GAS' } });
      }
      const address = wallet.address as `0x${string}`;
      const [latest, pending] = await Promise.all([
        client('ETH').getTransactionCount({ address, blockTag: 'latest' }),
        client('ETH').getTransactionCount({ address, blockTag: 'pending' }),
      ]);
      expect(pending).toBe(latest);
    });

    it("never settles on another swap's payout", async () => {
      const { ferryman } = await start({ native: oneEther, USDC: 500n * oneUsd }, { policy: { reviewAfter: 3_000 } });
      const honest = await runJob(ferryman, job('USDC', 'POLYGON', 'USDC', '100'));
      expect(honest.swap.state).toBe('settled');
      // The liar takes the money, names the payout above (and the one that comes meanwhile), and never pays.
      const [lied, meanwhile] = await Promise.all([
        runJob(ferryman, { ...job('USDC', 'POLYGON', 'USDC', '100'), providers: { allow: ['meson'] } }),
        runJob(ferryman, job('USDC', 'POLYGON', 'USDC', '101')),
      ]);
      expect(lied.swap).toMatchObject({
        state: 'needs_review',
        fundsState: 'unknown',
        reason: { code: 'SETTLEMENT_DISPUTED' },
        legs: [],
      });
      expect(meanwhile.swap.state).toBe('settled');
    });

    it('signs nothing that the router bent: another receiver, target, amount or minimum', async () => {
      const { ferryman, wallet, options } = await start({ native: oneEther, USDC: 500n * oneUsd });
      await ferryman.close();
      const router = await tamperingRouter(sandbox.endpoints.router.url);
      try {
        const one = await start(
          { native: oneEther, USDC: 500n * oneUsd },
          { routerUrl: router.url, policy: { retryBase: 100 } },
        );
        for (const bend of router.bends) {
          router.use(bend);
          const deadline = new Date(Date.now() + 4_000).toISOString();
          const { swap } = await runJob(one.ferryman, { ...job('native', 'ETH', 'USDC', '0.1'), deadline });
          expect([bend, swap.fundsState, ['failed', 'expired'].includes(swap.state)]).toEqual([
            bend,
            'untouched',
            true,
          ]);
        }
        const sent = await client('ETH').getTransactionCount({ address: one.wallet.address as `0x${string}` });
        expect(sent).toBe(0);
      } finally {
        await router.close();
      }
      expect(options.router.baseUrl).toBe(sandbox.endpoints.router.url);
      expect(wallet.name).toBe('treasury');
    });

    it('goes on by itself when the router fails for a while', async () => {
      const { ferryman } = await start({ native: oneEther });
      await fetch(`${sandbox.endpoints.control.url}/router`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ failNext: 3, status: 503 }),
      });
      const { swap } = await runJob(ferryman, job('native', 'ETH', 'USDC', '0.1'));
      expect(swap.state).toBe('settled');
    });

    it('answers a repeated submission with the same swap, and another body with a conflict', async () => {
      const { ferryman } = await start({ native: oneEther });
      const body = job('native', 'ETH', 'USDC', '0.01');
      const [first, again] = await Promise.all([
        submitJob(ferryman, body, 'same-key'),
        submitJob(ferryman, body, 'same-key'),
      ]);
      expect(again.swap.id).toBe(first.swap.id);
      expect([first.created, again.created].filter(Boolean)).toHaveLength(1);
      await expect(submitJob(ferryman, { ...body, amount: '0.02' }, 'same-key')).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
      const { swap } = await ferryman.awaitEnd(first.swap.id, { signal: AbortSignal.timeout(40_000) });
      expect(swap.state).toBe('settled');
    });
  });
}

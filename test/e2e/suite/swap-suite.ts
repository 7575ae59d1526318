import { createPublicClient, createWalletClient, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvmChainName } from '../../../sandbox/endpoints.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../../src/core/ids.ts';
import type { JobRequest } from '../../../src/executor/job-request.ts';
import type { SwapEventType } from '../../../src/ports/swap-event.ts';
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
import { type Bend, honestReceiver as receiver, tamperingRouter } from '../../support/tampering-router.ts';
import { tellSandbox } from '../../support/tell-sandbox.ts';
import { until } from '../../support/until.ts';

const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address,address) view returns (uint256)',
  'function approve(address,uint256)',
]);
const oneUsd = 1_000_000n;
const refusals: Record<Bend, string> = {
  receiver: 'GUARD_REJECTED',
  target: 'GUARD_REJECTED',
  amount: 'GUARD_REJECTED',
  echo: 'GUARD_REJECTED',
  // Its human amount beside it says otherwise.
  minimum: 'ROUTER_MALFORMED',
};
/** One wallet a test, so that they run side by side. */
const wallets = ['kinds', 'below', 'leftover', 'twenty', 'crowd', 'gas', 'failing', 'repeated'] as const;
type WalletName = (typeof wallets)[number] | 'lied-to';

/**
 * The wallet flow on real chains; the same suite for every kind of journal.
 * @param crowd how many swaps want more of one balance than there is
 */
export function swapSuite(name: string, crowd: number, openPostgres?: () => Promise<PostgresServer>): void {
  describe(`swaps with a journal on ${name}`, () => {
    const leftoverKey = generatePrivateKey();
    let sandbox: Sandbox;
    let postgres: PostgresServer | undefined;
    let shared: TestFerryman;

    beforeAll(async () => {
      [sandbox, postgres] = await Promise.all([startSandbox({ otherChains: [] }), openPostgres?.()]);
      const privateKeys = wallets.map((wallet) => (wallet === 'leftover' ? leftoverKey : generatePrivateKey()));
      shared = await startTestFerryman({ endpoints: sandbox.endpoints, postgres, wallets, privateKeys });
    });
    afterAll(async () => {
      await shared?.close();
      await Promise.all([sandbox?.close(), postgres?.close()]);
    });

    const token = (chain: EvmChainName, symbol: string) => tokenOf(sandbox.endpoints, chain, symbol) as `0x${string}`;
    const client = (chain: EvmChainName) =>
      createPublicClient({ transport: http(sandbox.endpoints.chains[chain].rpcUrls[0]) });
    const addressOf = (wallet: WalletName, one = shared): `0x${string}` => one.wallets[wallet] ?? '0x';
    const sentBy = (address: `0x${string}`) => client('ETH').getTransactionCount({ address });
    const balanceOf = (chain: EvmChainName, symbol: string, owner: `0x${string}`) =>
      client(chain).readContract({
        address: token(chain, symbol),
        abi: erc20,
        functionName: 'balanceOf',
        args: [owner],
      });

    async function give(address: string, funds: Record<string, bigint>): Promise<void> {
      for (const [symbol, amount] of Object.entries(funds)) {
        await fund(sandbox.endpoints, 'ETH', address, token('ETH', symbol), amount);
      }
    }

    /** From ETH to wherever. */
    function job(wallet: WalletName, from: string, to: EvmChainName, toSymbol: string, amount: string): JobRequest {
      return {
        wallet,
        from: { chain: 'ETH', token: token('ETH', from) },
        to: { chain: to, token: token(to, toSymbol) },
        amount,
        receiver,
        slippageBps: 100,
      };
    }

    const eventsOf = async (id: SwapId, type: SwapEventType, one = shared) =>
      (await one.ferryman.journal.events(id)).filter((event) => event.type === type);

    describe.concurrent('side by side', () => {
      it('settles within a chain and across chains, for every kind of token, verified where it arrives', async () => {
        const { ferryman } = shared;
        await give(addressOf('kinds'), {
          native: oneEther,
          USDC: 500n * oneUsd,
          USDT: 500n * oneUsd,
          FEE: 500n * oneEther,
        });
        const before = await balanceOf('POLYGON', 'USDC', receiver);
        const views = await Promise.all([
          runJob(ferryman, job('kinds', 'USDC', 'POLYGON', 'USDC', '100')),
          runJob(ferryman, job('kinds', 'USDT', 'ETH', 'native', '101')),
          runJob(ferryman, job('kinds', 'FEE', 'ARBITRUM', 'DAI', '102')),
          runJob(ferryman, job('kinds', 'native', 'POLYGON', 'native', '0.1')),
        ]);
        for (const { swap } of views) {
          expect(swap.reason).toBeUndefined();
          expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved', legs: [{ level: 'verified' }] });
          expect(swap.feeSpent).toBeGreaterThan(0n);
        }
        // What is claimed to have arrived is what the chain shows.
        expect((await balanceOf('POLYGON', 'USDC', receiver)) - before).toBe(views[0]?.swap.legs[0]?.amount);
      });

      it('signs nothing for an answer below the minimum, and asks again', async () => {
        await give(addressOf('below'), { native: oneEther, USDC: 100n * oneUsd });
        const { slippageBps, ...rest } = job('below', 'USDC', 'ETH', 'native', '100');
        expect(slippageBps).toBe(100);
        const { swap } = await submitJob(shared.ferryman, { ...rest, minOut: '0.05' });
        await until(async () => (await eventsOf(swap.id, 'quote_recorded')).length >= 3);
        const view = await shared.ferryman.journal.findSwap(swap.id);
        expect(view?.swap).toMatchObject({ fundsState: 'untouched', reason: { code: 'QUOTE_BELOW_MINIMUM' } });
        expect(await eventsOf(swap.id, 'lease_taken')).toEqual([]);
        expect(await sentBy(addressOf('below'))).toBe(0);
      });

      it('zeroes a standing allowance first for a token that insists on it', async () => {
        const { ferryman } = shared;
        await give(addressOf('kinds'), { native: oneEther, USDT: 100n * oneUsd });
        await give(addressOf('leftover'), { native: oneEther, USDT: 100n * oneUsd });
        const first = await runJob(ferryman, job('kinds', 'USDT', 'ETH', 'native', '10'));
        const spender = (await eventsOf(first.swap.id, 'quote_recorded'))[0]?.data.spender as `0x${string}`;
        // The wallet gave an allowance before it came to Ferryman.
        const transport = http(sandbox.endpoints.chains.ETH.rpcUrls[0]);
        const hash = await createWalletClient({ account: privateKeyToAccount(leftoverKey), transport }).writeContract({
          chain: null,
          address: token('ETH', 'USDT'),
          abi: erc20,
          functionName: 'approve',
          args: [spender, 5n],
        });
        await client('ETH').waitForTransactionReceipt({ hash, pollingInterval: 50 });
        const { swap } = await runJob(ferryman, job('leftover', 'USDT', 'ETH', 'native', '20'));
        expect(swap.state).toBe('settled');
        expect((await eventsOf(swap.id, 'attempt_committed')).map(({ data }) => data.step)).toEqual([
          'revoke',
          'approve',
          'swap',
        ]);
      });

      it('sends nothing that the coins cannot carry', async () => {
        const wallet = addressOf('gas');
        await give(wallet, { USDC: 100n * oneUsd, native: 1n });
        const views = await Promise.all(
          Array.from({ length: 4 }, () => runJob(shared.ferryman, job('gas', 'USDC', 'ETH', 'native', '10'))),
        );
        for (const { swap } of views) {
          expect(swap).toMatchObject({
            state: 'failed',
            fundsState: 'untouched',
            reason: { code: 'INSUFFICIENT_GAS' },
          });
        }
        expect(await client('ETH').getTransactionCount({ address: wallet, blockTag: 'pending' })).toBe(0);
      });

      it('goes on by itself when the router fails for a while', async () => {
        await give(addressOf('failing'), { native: oneEther });
        const failures = { scope: { wallet: addressOf('failing') }, failNext: 3, status: 503 };
        await tellSandbox(sandbox.endpoints.control.url, '/router', failures);
        const { swap } = await runJob(shared.ferryman, job('failing', 'native', 'ETH', 'USDC', '0.1'));
        expect(swap.state).toBe('settled');
        const waited = await eventsOf(swap.id, 'waiting');
        expect(waited.map(({ data }) => data.code)).toContain('ROUTER_UNAVAILABLE');
      });

      it('answers a repeated submission with the same swap, and another body with a conflict', async () => {
        const { ferryman } = shared;
        await give(addressOf('repeated'), { native: oneEther });
        const body = job('repeated', 'native', 'ETH', 'USDC', '0.01');
        const both = await Promise.all([submitJob(ferryman, body, 'same-key'), submitJob(ferryman, body, 'same-key')]);
        expect(new Set(both.map(({ swap }) => swap.id)).size).toBe(1);
        expect(both.filter(({ created }) => created)).toHaveLength(1);
        await expect(submitJob(ferryman, { ...body, amount: '0.02' }, 'same-key')).rejects.toMatchObject({
          code: 'IDEMPOTENCY_CONFLICT',
        });
        const { swap } = await ferryman.awaitEnd(both[0].swap.id, { signal: AbortSignal.timeout(150_000) });
        expect(swap.state).toBe('settled');
        expect(await sentBy(addressOf('repeated'))).toBe(1);
      });

      it('asks anew for a quote that expired while the allowance was arranged', async () => {
        const quick = await startSandbox({ otherChains: [], quoteLifetimeMs: 300 });
        const one = await startTestFerryman({ endpoints: quick.endpoints, postgres, wallets: ['treasury'] });
        try {
          const usdc = tokenOf(quick.endpoints, 'ETH', 'USDC');
          await fund(quick.endpoints, 'ETH', one.wallets.treasury ?? '', native, oneEther);
          await fund(quick.endpoints, 'ETH', one.wallets.treasury ?? '', usdc, 100n * oneUsd);
          const { swap } = await runJob(one.ferryman, {
            wallet: 'treasury',
            from: { chain: 'ETH', token: usdc },
            to: { chain: 'ETH', token: native },
            amount: '50',
            receiver,
            slippageBps: 100,
          });
          expect(swap.state).toBe('settled');
          expect((await eventsOf(swap.id, 'quote_recorded', one)).length).toBeGreaterThan(1);
        } finally {
          await one.close();
          await quick.close();
        }
      });

      it("signs nothing that a router bent, and never settles on another swap's payout", async () => {
        const router = await tamperingRouter(sandbox.endpoints.router.url);
        const one = await startTestFerryman({
          endpoints: sandbox.endpoints,
          postgres,
          wallets: ['lied-to'],
          routerUrl: router.url,
          policy: { reviewAfter: 3_000, reviewAfterTimes: 0 },
        });
        const wallet = addressOf('lied-to', one);
        try {
          await give(wallet, { native: oneEther, USDC: 500n * oneUsd });
          for (const bend of router.bends) {
            router.use(bend);
            const { swap } = await submitJob(one.ferryman, job('lied-to', 'native', 'ETH', 'USDC', '0.1'));
            const reason = async () => (await one.ferryman.journal.findSwap(swap.id))?.swap.reason?.code;
            // Refused for good, or asked anew for as long as the router stays bent.
            await until(async () => (await reason()) === refusals[bend]);
          }
          expect(await sentBy(wallet)).toBe(0);

          router.use(undefined);
          const honest = await runJob(one.ferryman, job('lied-to', 'USDC', 'POLYGON', 'USDC', '100'));
          expect(honest.swap.state).toBe('settled');
          // The liar takes the money, names the payout above (and one that comes meanwhile), and never pays.
          const liar = { ...job('lied-to', 'USDC', 'POLYGON', 'USDC', '100'), providers: { allow: ['meson'] } };
          const [lied, meanwhile] = await Promise.all([
            runJob(one.ferryman, liar),
            runJob(one.ferryman, job('lied-to', 'USDC', 'POLYGON', 'USDC', '101')),
          ]);
          expect(lied.swap).toMatchObject({
            state: 'needs_review',
            fundsState: 'unknown',
            reason: { code: 'SETTLEMENT_DISPUTED' },
            legs: [],
          });
          expect(meanwhile.swap.state).toBe('settled');
        } finally {
          await one.close();
          await router.close();
        }
      });
    });

    describe('in numbers', () => {
      it('settles twenty swaps of one token and one wallet at once, with few approvals and none left over', async () => {
        const { ferryman } = shared;
        const wallet = addressOf('twenty');
        await give(wallet, { native: oneEther, USDC: 1_000n * oneUsd });
        const amounts = Array.from({ length: 20 }, (_, index) => `10.${String(index).padStart(2, '0')}`);
        const views = await Promise.all(
          amounts.map((amount) => runJob(ferryman, job('twenty', 'USDC', 'ETH', 'native', amount))),
        );
        expect(views.map(({ swap }) => swap.state)).toEqual(Array(20).fill('settled'));
        const approvals = (await sentBy(wallet)) - 20;
        expect(approvals).toBeGreaterThan(0);
        expect(approvals).toBeLessThanOrEqual(10);
        const spender = (await eventsOf(views[0]!.swap.id, 'quote_recorded'))[0]?.data.spender as `0x${string}`;
        const left = await client('ETH').readContract({
          address: token('ETH', 'USDC'),
          abi: erc20,
          functionName: 'allowance',
          args: [wallet, spender],
        });
        expect(left).toBe(0n);
      });

      it(`never overdraws one balance with ${crowd} swaps over it`, async () => {
        const { ferryman } = shared;
        const enough = Math.floor(crowd * 0.6);
        await give(addressOf('crowd'), { native: oneEther, USDC: (BigInt(enough) * 10n + 5n) * oneUsd });
        const views = await Promise.all(
          Array.from({ length: crowd }, () => runJob(ferryman, job('crowd', 'USDC', 'ETH', 'native', '10'))),
        );
        const settled = views.filter(({ swap }) => swap.state === 'settled');
        const refused = views.filter(({ swap }) => swap.state === 'failed');
        const others = views.filter((view) => !settled.includes(view) && !refused.includes(view));
        expect(others.map(({ swap }) => [swap.state, swap.reason])).toEqual([]);
        expect([settled.length, refused.length]).toEqual([enough, crowd - enough]);
        for (const { swap } of refused) {
          expect(swap).toMatchObject({ fundsState: 'untouched', reason: { code: 'INSUFFICIENT_BALANCE' } });
        }
        expect(await balanceOf('ETH', 'USDC', addressOf('crowd'))).toBe(5n * oneUsd);
      });
    });
  });
}

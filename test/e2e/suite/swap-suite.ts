import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import { hangSignal } from '../../support/hang-limit.ts';
import {
  oneEther,
  runJob,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../../support/harness.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { honestReceiver as receiver } from '../../support/tampering-router.ts';
import { erc20, eventsOf, oneUsd, type SwapStage, swapStage } from './swap-stage.ts';

/** One wallet a test, so that they run side by side. */
const wallets = ['kinds', 'leftover', 'twenty', 'crowd', 'repeated'] as const;

interface SwapSuite {
  /**
   * How many swaps want more of one balance than there is; absent: none meet, since one connection
   * takes one after the other.
   */
  crowd?: number;
  openPostgres?: () => Promise<PostgresServer>;
}

/**
 * The wallet flow on real chains, as far as the journal has a part in it; the same suite for every
 * kind of journal.
 */
export function swapSuite(name: string, { crowd, openPostgres }: SwapSuite = {}): void {
  describe(`swaps with a journal on ${name}`, () => {
    const leftoverKey = generatePrivateKey();
    let sandbox: Sandbox;
    let stage: SwapStage;
    let postgres: PostgresServer | undefined;
    let shared: TestFerryman;

    beforeAll(async () => {
      [sandbox, postgres] = await Promise.all([
        startSandbox({ otherChains: [] }),
        openPostgres?.(),
      ]);
      stage = swapStage(sandbox);
      const privateKeys = wallets.map((wallet) =>
        wallet === 'leftover' ? leftoverKey : generatePrivateKey(),
      );
      shared = await startTestFerryman({
        endpoints: sandbox.endpoints,
        postgres: postgres ?? 'pglite',
        wallets,
        privateKeys,
      });
    });
    afterAll(async () => {
      await shared?.close();
      await Promise.all([sandbox?.close(), postgres?.close()]);
    });

    const addressOf = (wallet: (typeof wallets)[number]): `0x${string}` =>
      shared.wallets[wallet] ?? '0x';

    describe.concurrent('side by side', () => {
      it('settles within a chain and across chains, for every kind of token, verified where it arrives', async () => {
        const { ferryman } = shared;
        await stage.give(addressOf('kinds'), {
          native: oneEther,
          USDC: 500n * oneUsd,
          USDT: 500n * oneUsd,
          FEE: 500n * oneEther,
        });
        const before = await stage.balanceOf('POLYGON', 'USDC', receiver);
        const views = await Promise.all([
          runJob(ferryman, stage.job('kinds', 'USDC', 'POLYGON', 'USDC', '100')),
          runJob(ferryman, stage.job('kinds', 'USDT', 'ETH', 'native', '101')),
          runJob(ferryman, stage.job('kinds', 'FEE', 'ARBITRUM', 'DAI', '102')),
          runJob(ferryman, stage.job('kinds', 'native', 'POLYGON', 'native', '0.1')),
        ]);
        for (const { swap } of views) {
          expect(swap.reason).toBeUndefined();
          expect(swap).toMatchObject({
            state: 'settled',
            fundsState: 'moved',
            legs: [{ level: 'verified' }],
          });
          expect(swap.feeSpent).toBeGreaterThan(0n);
        }
        // What is claimed to have arrived is what the chain shows.
        expect((await stage.balanceOf('POLYGON', 'USDC', receiver)) - before).toBe(
          views[0]?.swap.legs[0]?.amount,
        );
      });

      it('zeroes a standing allowance first for a token that insists on it', async () => {
        const { ferryman } = shared;
        await stage.give(addressOf('kinds'), { native: oneEther, USDT: 100n * oneUsd });
        await stage.give(addressOf('leftover'), { native: oneEther, USDT: 100n * oneUsd });
        const first = await runJob(ferryman, stage.job('kinds', 'USDT', 'ETH', 'native', '10'));
        const spender = (await eventsOf(shared, first.swap.id, 'quote_recorded'))[0]?.data
          .spender as `0x${string}`;
        // The wallet gave an allowance before it came to Ferryman.
        const transport = http(sandbox.endpoints.chains.ETH.rpcUrls[0]);
        const hash = await createWalletClient({
          account: privateKeyToAccount(leftoverKey),
          transport,
        }).writeContract({
          chain: null,
          address: stage.token('ETH', 'USDT'),
          abi: erc20,
          functionName: 'approve',
          args: [spender, 5n],
        });
        await stage.client('ETH').waitForTransactionReceipt({ hash, pollingInterval: 50 });
        const { swap } = await runJob(
          ferryman,
          stage.job('leftover', 'USDT', 'ETH', 'native', '20'),
        );
        expect(swap.state).toBe('settled');
        expect(
          (await eventsOf(shared, swap.id, 'attempt_committed')).map(({ data }) => data.step),
        ).toEqual(['revoke', 'approve', 'swap']);
      });

      it('answers a repeated submission with the same swap, and another body with a conflict', async () => {
        const { ferryman } = shared;
        await stage.give(addressOf('repeated'), { native: oneEther });
        const body = stage.job('repeated', 'native', 'ETH', 'USDC', '0.01');
        const both = await Promise.all([
          submitJob(ferryman, body, 'same-key'),
          submitJob(ferryman, body, 'same-key'),
        ]);
        expect(new Set(both.map(({ swap }) => swap.id)).size).toBe(1);
        expect(both.filter(({ created }) => created)).toHaveLength(1);
        await expect(
          submitJob(ferryman, { ...body, amount: '0.02' }, 'same-key'),
        ).rejects.toMatchObject({
          code: 'IDEMPOTENCY_CONFLICT',
        });
        const { swap } = await ferryman.awaitEnd(both[0].swap.id, { signal: hangSignal() });
        expect(swap.state).toBe('settled');
        expect(await stage.sentBy(addressOf('repeated'))).toBe(1);
      });
    });

    if (crowd === undefined) return;
    describe('in numbers', () => {
      it('settles twenty swaps of one token and one wallet at once, with few approves and no allowance left over', async () => {
        const { ferryman } = shared;
        const wallet = addressOf('twenty');
        await stage.give(wallet, { native: oneEther, USDC: 1_000n * oneUsd });
        const amounts = Array.from(
          { length: 20 },
          (_, index) => `10.${String(index).padStart(2, '0')}`,
        );
        const views = await Promise.all(
          amounts.map((amount) =>
            runJob(ferryman, stage.job('twenty', 'USDC', 'ETH', 'native', amount)),
          ),
        );
        expect(views.map(({ swap }) => swap.state)).toEqual(Array(20).fill('settled'));
        const approves = (await stage.sentBy(wallet)) - 20;
        expect(approves).toBeGreaterThan(0);
        expect(approves).toBeLessThan(20);
        const spender = (await eventsOf(shared, views[0]!.swap.id, 'quote_recorded'))[0]?.data
          .spender as `0x${string}`;
        const left = await stage.client('ETH').readContract({
          address: stage.token('ETH', 'USDC'),
          abi: erc20,
          functionName: 'allowance',
          args: [wallet, spender],
        });
        expect(left).toBe(0n);
      });

      it(`never overdraws one balance with ${crowd} swaps over it`, async () => {
        const { ferryman } = shared;
        const enough = Math.floor(crowd * 0.6);
        await stage.give(addressOf('crowd'), {
          native: oneEther,
          USDC: (BigInt(enough) * 10n + 5n) * oneUsd,
        });
        const views = await Promise.all(
          Array.from({ length: crowd }, () =>
            runJob(ferryman, stage.job('crowd', 'USDC', 'ETH', 'native', '10')),
          ),
        );
        const settled = views.filter(({ swap }) => swap.state === 'settled');
        const refused = views.filter(({ swap }) => swap.state === 'failed');
        const others = views.filter((view) => !settled.includes(view) && !refused.includes(view));
        expect(others.map(({ swap }) => [swap.state, swap.reason])).toEqual([]);
        expect([settled.length, refused.length]).toEqual([enough, crowd - enough]);
        for (const { swap } of refused) {
          expect(swap).toMatchObject({
            fundsState: 'untouched',
            reason: { code: 'INSUFFICIENT_BALANCE' },
          });
        }
        expect(await stage.balanceOf('ETH', 'USDC', addressOf('crowd'))).toBe(5n * oneUsd);
      });
    });
  });
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import { type Checkpoint, checkpoints, stepCheckpoints } from '../../../src/executor/checkpoint.ts';
import { importWallet } from '../../../src/keys/import-wallet.ts';
import type { ServiceSettings } from '../../programs/service.ts';
import { copyJournalTemplate } from '../../support/copy-journal-template.ts';
import { fund, native, oneEther, testPassword, tokenOf } from '../../support/harness.ts';
import { patientPolicy } from '../../support/patient-policy.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import {
  type KillOrder,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/service-process.ts';
import { killAt, submitTo, waitForEnd } from '../../support/service-swaps.ts';

const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)']);

const isOfStep = (point: Checkpoint): boolean => stepCheckpoints.some((one) => one === point);

/** Where one swap is killed, each time after the first counted from the restart before. */
export type Kills = readonly KillOrder[];

/**
 * Where some swaps are killed that each need an approve first, and between them at every named
 * point.
 */
export function killsOfPayments(swaps: number): readonly Kills[] {
  return split(checkpoints, swaps).map(killsOfPayment);
}

/**
 * Kills one swap that needs an approve first at each of `points`, in their order, with a restart
 * after each.
 */
export function killsOfPayment(points: readonly Checkpoint[]): Kills {
  const approved = checkpoints.indexOf('swap-data-requested');
  return points.map((point, index) => {
    // The approve passes the points of a step as well. An earlier kill behind it shows that it is
    // done.
    const isApproved = points
      .slice(0, index)
      .some((passed) => checkpoints.indexOf(passed) >= approved);
    return { point, nth: isOfStep(point) && !isApproved ? 2 : 1 };
  });
}

/**
 * An approve and a refund run the same code as a payment, so that each point between which one can
 * be lost or made twice is struck in one of them.
 */
export const killsOfApprove: Kills = [{ point: 'attempt-committed', nth: 1 }];

/** A bridge wants the refund to be asked for, after the approve and the payment. */
export const killsOfRefund: Kills = [
  { point: 'transaction-signed', nth: 3 },
  { point: 'attempt-sent', nth: 1 },
];

/** Around the one call for route and transaction, of which nothing is written before its answer. */
export const killsOfOneCall: Kills = (
  ['swap-data-requested', 'swap-data-received', 'swap-data-recorded'] as const
).map((point) => ({ point, nth: 1 }));

/** In the same order, every `parts`th in one. */
function split<Item>(items: readonly Item[], parts: number): Item[][] {
  return Array.from({ length: parts }, (_, part) =>
    items.filter((__, index) => index % parts === part),
  );
}

/** A service with its data; killed and started again from test to test. */
interface Lane {
  settings: ServiceSettings;
  wallet: string;
  apiKey: string;
  service: ServiceProcess;
}

/** `kill -9` between every two effects, one test a swap; after the last restart it settles once. */
export function restartSuite(
  name: string,
  {
    payments,
    refunds,
    inOneCall = [],
  }: Record<'payments' | 'refunds', readonly Kills[]> & { inOneCall?: readonly Kills[] },
  openPostgres?: () => Promise<PostgresServer>,
): void {
  describe.concurrent(`a kill -9 with the journal on ${name}`, () => {
    let sandbox: Sandbox;
    let postgres: PostgresServer | undefined;
    const free: Lane[] = [];
    const running = new Set<ServiceProcess>();
    const folders: string[] = [];

    beforeAll(async () => {
      [sandbox, postgres] = await Promise.all([
        startSandbox({ otherChains: [] }),
        openPostgres?.(),
      ]);
    });
    afterAll(async () => {
      await Promise.all([...running].map((service) => service.stop()));
      await Promise.all([sandbox?.close(), postgres?.close()]);
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    });

    async function start(settings: ServiceSettings): Promise<ServiceProcess> {
      const service = await startServiceProcess(settings);
      running.add(service);
      void service.ended.then(() => running.delete(service));
      return service;
    }

    async function openLane(): Promise<Lane> {
      const { endpoints } = sandbox;
      const dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-kill-'));
      folders.push(dataFolder);
      const request = { dataFolder, name: 'treasury', password: testPassword, cost: 2 ** 14 };
      const { address } = await importWallet({ ...request, secret: generatePrivateKey() });
      if (!postgres) await copyJournalTemplate(dataFolder);
      await fund(endpoints, 'ETH', address, native, 10n * oneEther);
      await fund(endpoints, 'ETH', address, tokenOf(endpoints, 'ETH', 'USDC'), 10_000_000_000n);
      const settings = {
        dataFolder,
        password: testPassword,
        endpoints,
        // Whoever is killed leaves its lease to be waited for.
        policy: { ...patientPolicy, leaseHold: 5_000 },
        ...(postgres ? { databaseUrl: await postgres.createJournal() } : {}),
      };
      const service = await start(settings);
      return { settings, wallet: address, apiKey: service.apiKey ?? '', service };
    }

    const clientOf = (chain: 'ETH' | 'POLYGON') =>
      createPublicClient({ transport: http(sandbox.endpoints.chains[chain].rpcUrls[0]) });

    const coinsOf = (owner: string): Promise<bigint> =>
      clientOf('ETH').getBalance({ address: owner as `0x${string}` });

    function balanceOf(chain: 'ETH' | 'POLYGON', owner: string): Promise<bigint> {
      return clientOf(chain).readContract({
        address: tokenOf(sandbox.endpoints, chain, 'USDC') as `0x${string}`,
        abi: erc20,
        functionName: 'balanceOf',
        args: [owner as `0x${string}`],
      });
    }

    async function killAndRestart(kills: Kills, change: object = {}) {
      // As many as run side by side; what a failed test leaves behind is no start for the next one.
      const lane = free.pop() ?? (await openLane());
      let { service } = lane;
      const before = await balanceOf('ETH', lane.wallet);
      const coinsBefore = await coinsOf(lane.wallet);
      const receiver = privateKeyToAccount(generatePrivateKey()).address;
      const body = {
        wallet: 'treasury',
        from: { chain: 'ETH', token: tokenOf(sandbox.endpoints, 'ETH', 'USDC') },
        to: { chain: 'POLYGON', token: tokenOf(sandbox.endpoints, 'POLYGON', 'USDC') },
        amount: '100',
        receiver,
        slippageBps: 100,
        ...change,
      };
      const key = randomUUID();
      // A submitter whose answer was lost asks again with the same key.
      const ask = () => submitTo(service.apiUrl, lane.apiKey, key, body);
      for (const kill of kills) {
        await killAt(service, { kill, apiKey: lane.apiKey, ask });
        service = await start(lane.settings);
      }
      const id = await ask();
      const swap = await waitForEnd(service.apiUrl, lane.apiKey, id);
      // The chains alone decide whether it was paid once.
      const paid = before - (await balanceOf('ETH', lane.wallet));
      const paidCoins = coinsBefore - (await coinsOf(lane.wallet));
      const received = await balanceOf('POLYGON', receiver);
      free.push({ ...lane, service });
      return { swap, paid, paidCoins, received };
    }

    it.each(payments.map(told))('at $where, pays once and settles', async ({ kills }) => {
      const { swap, paid, received } = await killAndRestart(kills);
      expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
      expect(paid).toBe(100_000_000n);
      expect(received).toBeGreaterThan(99_000_000n);
      expect(received).toBeLessThanOrEqual(100_000_000n);
    });

    it.each(inOneCall.map(told))(
      'at $where, asks in one call again, pays once and settles',
      async ({ kills }) => {
        const coins = {
          from: { chain: 'ETH', token: native },
          amount: '0.1',
          slippageBps: undefined,
          minOut: '200',
        };
        const { swap, paidCoins, received } = await killAndRestart(kills, coins);
        expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
        expect(paidCoins).toBeGreaterThanOrEqual(oneEther / 10n);
        // Fees are less than the difference.
        expect(paidCoins).toBeLessThan(oneEther / 9n);
        expect(received).toBeGreaterThan(200_000_000n);
        expect(received).toBeLessThan(300_000_000n);
      },
    );

    it.each(refunds.map(told))('at $where, fetches a refund once', async ({ kills }) => {
      const { swap, paid, received } = await killAndRestart(kills, {
        providers: { allow: ['celer_bridge'] },
      });
      expect(swap).toMatchObject({ state: 'refunded', fundsState: 'returned' });
      expect({ paid, received }).toEqual({ paid: 0n, received: 0n });
    });
  });
}

export function told(kills: Kills) {
  const [first, ...more] = kills.map(({ point, nth }) => `${point}, time ${nth}`);
  return { kills, where: more.length > 0 ? `${first} and ${more.length} more` : first };
}

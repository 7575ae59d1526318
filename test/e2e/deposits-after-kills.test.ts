import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { sandboxAccount } from '../../src/cli/sandbox-account.ts';
import type { Family } from '../../src/core/swap/chains.ts';
import type { Checkpoint } from '../../src/executor/checkpoint.ts';
import { createWallet } from '../../src/keys/create-wallet.ts';
import type { ServiceSettings } from '../programs/service.ts';
import { hangLimit } from '../support/hang-limit.ts';
import { testPassword } from '../support/harness.ts';
import { patientPolicy } from '../support/patient-policy.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { killAt, submitTo, waitForEnd } from '../support/service-swaps.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { type Kills, told } from './suite/restart-suite.ts';

/**
 * How long the provider waits for the money of an order: however long some restarts take in
 * between.
 */
const swapLifetimeMs = 2 * hangLimit;

interface Order {
  orderId: string;
  quoteId: string;
  receiver: string;
  sourceTx: string | null;
  payoutTx: string | null;
  amountIn: string;
}

interface Payer {
  family: Family;
  chain: string;
  symbol: string;
  provider: string;
}

/** `changenow` has an address for each order, `simple_swap` one for all and a memo. */
const onEth: Payer = { family: 'evm', chain: 'ETH', symbol: 'USDC', provider: 'changenow' };
const onTon: Payer = { family: 'ton', chain: 'TON', symbol: 'USDT', provider: 'simple_swap' };

/**
 * Where an order by deposit differs from a transaction of the routing service: how it is asked for,
 * kept, paid and followed.
 */
const points = {
  ordered: [
    'swap-data-requested',
    'swap-data-recorded',
    'transaction-signed',
    'attempt-sent',
    'status-recorded',
  ],
  answered: [
    'swap-data-received',
    'lease-taken',
    'attempt-committed',
    'proof-recorded',
    'payout-found',
  ],
} satisfies Record<string, readonly Checkpoint[]>;
const cases = [
  { payer: onEth, points: points.ordered },
  { payer: onEth, points: points.answered },
  { payer: onTon, points: points.answered },
];

function killsAt(at: readonly Checkpoint[]): Kills {
  return at.map((point) => ({ point, nth: 1 }));
}

describe.concurrent('a kill -9 of who pays a deposit', () => {
  let sandbox: Sandbox;
  let postgres: PostgresServer;
  const running = new Set<ServiceProcess>();
  const folders: string[] = [];
  let twoAlive = 0;
  let watching = true;
  let watch: Promise<void>;

  beforeAll(async () => {
    [sandbox, postgres] = await Promise.all([
      startSandbox({ otherChains: ['TON'], swapLifetimeMs }),
      startPostgresServer(),
    ]);
    watch = watchOrders();
  });
  afterAll(async () => {
    watching = false;
    await watch;
    await Promise.all([...running].map((service) => service.stop()));
    await Promise.all([sandbox?.close(), postgres?.close()]);
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });

  async function read<Answer>(url: string): Promise<Answer> {
    return (await (await fetch(url)).json()) as Answer;
  }

  const book = () =>
    read<{ orders: Order[]; unattributedDeposits: unknown[] }>(
      `${sandbox.endpoints.control.url}/orders`,
    );
  const ordersFor = async (receiver: string) =>
    (await book()).orders.filter((order) => order.receiver === receiver);

  /** Nobody knows where an order wants its money whose answer died with the process. */
  async function runsOut(receiver: string): Promise<void> {
    for (const { orderId } of await ordersFor(receiver)) {
      await tellSandbox(sandbox.endpoints.control.url, `/orders/${orderId}`, { runOut: true });
    }
  }

  /** The provider's own word on an order: whether somebody could pay it now. */
  async function isAlive({ quoteId }: Order): Promise<boolean> {
    const { subStatus } = await read<{ subStatus?: string }>(
      `${sandbox.endpoints.router.url}/api/info/statusExtended?id=${quoteId}`,
    );
    return subStatus === 'AWAITING_DEPOSIT' || subStatus === 'CONFIRMING';
  }

  /** Looks all the time whether any swap has two orders that could be paid. */
  async function watchOrders(): Promise<void> {
    while (watching) {
      const { orders } = await book();
      for (const receiver of new Set(orders.map((order) => order.receiver))) {
        const several = orders.filter((order) => order.receiver === receiver);
        if (several.length < 2) continue;
        const alive = await Promise.all(several.map(isAlive));
        if (alive.filter(Boolean).length > 1) twoAlive++;
      }
      await pause(50);
    }
  }

  async function start(settings: ServiceSettings): Promise<ServiceProcess> {
    const service = await startServiceProcess(settings);
    running.add(service);
    void service.ended.then(() => running.delete(service));
    return service;
  }

  async function killAndRestart({ family, chain, symbol, provider }: Payer, kills: Kills) {
    const { endpoints } = sandbox;
    const dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-kill-'));
    folders.push(dataFolder);
    const wallet = { dataFolder, name: 'treasury', password: testPassword, cost: 2 ** 14, family };
    const created = await createWallet({
      ...wallet,
      account: sandboxAccount(endpoints, family),
      accounts: 1,
    });
    await fundSandboxWallet(endpoints, created.wallet.address, family);
    const settings = {
      dataFolder,
      password: testPassword,
      endpoints,
      databaseUrl: await postgres.createJournal(),
      // A killed process asks for nothing any more, and leaves its lease to be waited for.
      policy: {
        ...patientPolicy,
        depositWithin: hangLimit / 2,
        leaseHold: 5_000,
        orderAskedWithin: 8_000,
      },
    };
    let service = await start(settings);
    const apiKey = service.apiKey ?? '';
    const receiver = privateKeyToAccount(generatePrivateKey()).address;
    const tokenOf = (on: string, named: string) =>
      Object.entries(endpoints.chains)
        .find(([name]) => name === on)?.[1]
        .tokens.find((token) => token.symbol === named)?.address;
    const body = {
      wallet: 'treasury',
      from: { chain, token: tokenOf(chain, symbol) },
      to: { chain: 'POLYGON', token: tokenOf('POLYGON', 'USDC') },
      amount: '100',
      receiver,
      slippageBps: 300,
      flow: 'deposit',
      providers: { allow: [provider] },
    };
    const key = randomUUID();
    const ask = () => submitTo(service.apiUrl, apiKey, key, body);
    for (const kill of kills) {
      await killAt(service, { kill, apiKey, ask });
      service = await start(settings);
      if (kill.point === 'swap-data-received') await runsOut(receiver);
    }
    const swap = await waitForEnd(service.apiUrl, apiKey, await ask());
    await service.stop();
    return { swap, receiver };
  }

  it.each(cases.map((one) => ({ payer: one.payer, ...told(killsAt(one.points)) })))(
    'on $payer.chain at $where, orders and pays once and settles',
    async ({ payer, kills }) => {
      const { swap, receiver } = await killAndRestart(payer, kills);
      expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
      const orders = await ordersFor(receiver);
      // Only where the answer itself was lost there was one before, which had run out.
      const lost = kills.some(({ point }) => point === 'swap-data-received') ? 1 : 0;
      expect(orders.map(({ sourceTx }) => sourceTx !== null)).toEqual([
        ...Array(lost).fill(false),
        true,
      ]);
      // Paid twice, or to nobody's order: the provider keeps it.
      expect((await book()).unattributedDeposits).toEqual([]);
      expect(twoAlive).toBe(0);
    },
  );
});

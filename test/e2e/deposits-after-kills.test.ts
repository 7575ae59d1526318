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
import type { Family } from '../../src/core/chains.ts';
import { checkpoints } from '../../src/executor/checkpoint.ts';
import { createWallet } from '../../src/keys/create-wallet.ts';
import type { ServiceSettings } from '../programs/service.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { testPassword } from '../support/harness.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { submitTo, waitForEnd } from '../support/service-swaps.ts';
import { type Kills, split, told } from './suite/restart-suite.ts';

const patience = 120_000;
/** How long the provider waits for the money of an order: long enough for some restarts in between. */
const swapLifetimeMs = 45_000;

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
const payers: readonly Payer[] = [
  { family: 'evm', chain: 'ETH', symbol: 'USDC', provider: 'changenow' },
  { family: 'ton', chain: 'TON', symbol: 'USDT', provider: 'simple_swap' },
];

const afterRequest = checkpoints.slice(checkpoints.indexOf('swap-data-requested'));
const killed = split(afterRequest, 4).map((points): Kills => points.map((point) => ({ point, nth: 1 })));

describe.concurrent('a kill -9 of who pays a deposit', () => {
  let sandbox: Sandbox;
  const running = new Set<ServiceProcess>();
  const folders: string[] = [];
  let twoAlive = 0;
  let watching = true;
  let watch: Promise<void>;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: ['TON'], swapLifetimeMs });
    watch = watchOrders();
  });
  afterAll(async () => {
    watching = false;
    await watch;
    await Promise.all([...running].map((service) => service.stop()));
    await sandbox?.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });

  async function read<Answer>(url: string): Promise<Answer> {
    return (await (await fetch(url)).json()) as Answer;
  }

  const book = () => read<{ orders: Order[]; strayDeposits: unknown[] }>(`${sandbox.endpoints.control.url}/orders`);
  const ordersFor = async (receiver: string) => (await book()).orders.filter((order) => order.receiver === receiver);

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
    const created = await createWallet({ ...wallet, account: sandboxAccount(endpoints, family), accounts: 1 });
    await copyJournalTemplate(dataFolder);
    await fundSandboxWallet(endpoints, created.wallet.address, family);
    const settings = {
      dataFolder,
      password: testPassword,
      endpoints,
      // A killed process asks for nothing any more.
      policy: { orderAskedWithin: 4_000 },
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
      service.arm(kill);
      const asked = ask().catch(() => undefined);
      await expect(Promise.race([service.ended, pause(patience, 'it lives')]), kill.point).resolves.toBe('SIGKILL');
      await asked;
      service = await start(settings);
    }
    const swap = await waitForEnd(service.apiUrl, apiKey, await ask(), patience);
    await service.stop();
    return { swap, receiver };
  }

  it.each(payers.flatMap((payer) => killed.map((kills) => ({ payer, ...told(kills) }))))(
    'on $payer.chain at $where, orders and pays once and settles',
    async ({ payer, kills }) => {
      const { swap, receiver } = await killAndRestart(payer, kills);
      expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
      const orders = await ordersFor(receiver);
      // Only where the answer itself was lost there was one before, which had run out.
      const lost = kills.some(({ point }) => point === 'swap-data-received') ? 1 : 0;
      expect(orders.map(({ sourceTx }) => sourceTx !== null)).toEqual([...Array(lost).fill(false), true]);
      // Paid twice, or to nobody's order: the provider keeps it.
      expect((await book()).strayDeposits).toEqual([]);
      expect(twoAlive).toBe(0);
    },
    2 * patience,
  );
});

import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { keccak256, toHex } from 'viem';
import {
  evmChainsOf,
  type OtherChainName,
  type SandboxChainName,
  type SandboxEndpoints,
} from '../../sandbox/endpoints.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import { composeSigner } from '../../src/compose-signer.ts';
import type { Family } from '../../src/core/swap/chains.ts';
import { bitcoinWalletKinds } from '../../src/families/bitcoin/keys/account.ts';
import type { AccountChoice } from '../../src/keys/account-form.ts';
import { publicJobKey } from '../../src/keys/create-job-seals.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import type { ServiceSettings } from '../programs/service.ts';
import { testIntakeSecret } from '../support/intake-keys.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { bitcoinLanguage } from './families/bitcoin-language.ts';
import { evmLanguage } from './families/evm-language.ts';
import type { RunFamily } from './families/plans.ts';
import type { RunWallet, Wallets } from './families/run-chain.ts';
import { solanaLanguage } from './families/solana-language.ts';
import { tonLanguage } from './families/ton-language.ts';
import { tronLanguage } from './families/tron-language.ts';
import type { RouterCall } from './faults.ts';
import { type NodeLanguage, startChainProxies } from './proxies/chain-proxies.ts';
import { startHttpProxy, underFault } from './proxies/http-proxy.ts';
import { postgresTap } from './proxies/postgres-tap.ts';
import { createRouterLiar } from './proxies/router-liar.ts';
import { startTcpProxy } from './proxies/tcp-proxy.ts';
import { readOrders } from './read-orders.ts';
import type { Referee } from './referee.ts';

/** Servers of its own that Ferryman's processes share; absent in the embedded form. */
export interface Servers {
  postgres: PostgresServer;
  redis: RedisServer;
}

/** All that a run's processes of Ferryman work with: real servers, and proxies in front of each. */
export interface World {
  /** The sandbox as it is; the audit and the faults go there directly. */
  endpoints: SandboxEndpoints;
  wallets: Wallets;
  servers?: Servers;
  /** What a process is given: everything through the proxies. */
  settings: Omit<ServiceSettings, 'share'>;
  close(): Promise<void>;
}

const password = 'only for tests';
const finalityDepth = 4;
/**
 * More than pass while the journal goes back on a busy machine: what native coins came in blocks
 * that nobody traced in time is a person's to find out.
 */
const storedBlocks = 1_500;
const purposes = ['treasury', 'payroll', 'market'] as const;
const tonVersions = { treasury: 'v5r1', payroll: 'v4r2', market: 'v5r1' } as const;
/** What runs beside the three EVM chains, which every sandbox has. */
const otherChains: Readonly<Record<RunFamily, readonly OtherChainName[]>> = {
  evm: [],
  tron: ['TRON'],
  solana: ['SOLANA'],
  ton: ['TON'],
  bitcoin: ['BITCOIN'],
};
/**
 * Short, so that what is lost, stuck, forgotten or left to a person to pay is seen to within the
 * run; whatever comes of that is paid once. All clocks are the machine's.
 */
const runPolicy = {
  inclusionWithin: 20_000,
  bumpAfter: 4_000,
  reviewAfter: 60_000,
  byHandWithin: 30_000,
  clocksDiffer: 5_000,
};
const routerCalls: readonly RouterCall[] = ['quoteBest', 'swap', 'swapBest', 'status'];

export async function startWorld({
  family,
  seed,
  embedded,
  signsApart,
  referee,
  orderLifetimeMs,
  makeJournal,
}: {
  family: RunFamily;
  seed: number;
  embedded: boolean;
  /** A signer of its own has the keys. It outlives the processes that are killed. */
  signsApart: boolean;
  referee: Referee;
  /** How long an order by deposit can be paid, in milliseconds of its chain's blocks. */
  orderLifetimeMs: number;
  makeJournal: ((dataFolder: string) => Promise<unknown>) | undefined;
}): Promise<World> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const dataFolder = await privateFolder(closers);
    const keyFolder = signsApart ? await privateFolder(closers) : dataFolder;
    // Providers that pay for a deposit which is then taken back would be a fault of theirs, and
    // none of ours.
    const sandbox = await startSandbox({
      routerConfirmations: finalityDepth,
      finalityDepth,
      storedBlocks,
      swapLifetimeMs: orderLifetimeMs,
      otherChains: otherChains[family],
    });
    closers.push(() => sandbox.close());
    const wallets = await makeWallets(sandbox.endpoints, keyFolder, seed);
    const endpoints = await putProxiesBefore(sandbox.endpoints, referee, closers);
    const common = { dataFolder, password, endpoints, rpcTimeoutMs: 3_000, policy: runPolicy };
    const shared = { endpoints: sandbox.endpoints, wallets, close };
    const signer = signsApart
      ? await startSigner({ ...common, dataFolder: keyFolder }, closers)
      : {};
    if (embedded) {
      await makeJournal?.(dataFolder);
      return { ...shared, settings: common };
    }
    const { servers, urls } = await startServers(referee, closers);
    return { ...shared, servers, settings: { ...common, ...urls, ...signer } };
  } catch (cause) {
    await close();
    throw cause;
  }
}

async function privateFolder(closers: (() => Promise<void>)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-chaos-'));
  closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** It asks the chains through the same proxies as the workers. */
async function startSigner(
  { dataFolder, endpoints, rpcTimeoutMs, policy }: World['settings'],
  closers: (() => Promise<void>)[],
): Promise<{ signerSocket: string }> {
  const sandbox = sandboxSettings(endpoints);
  const socket = join(dataFolder, 'signer.sock');
  const signer = await composeSigner({
    ...{ dataFolder, socket, keystorePassword: password },
    policy: { ...sandbox.policy, ...policy },
    ...(sandbox.guardPolicy ? { guardPolicy: sandbox.guardPolicy } : {}),
    chains: sandbox.chains.map((chain) =>
      rpcTimeoutMs === undefined ? chain : { ...chain, timeoutMs: rpcTimeoutMs },
    ),
    jobKeys: [publicJobKey(testIntakeSecret)],
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }, pino.destination(2)),
  });
  closers.push(() => signer.close());
  return { signerSocket: socket };
}

/** The same for each family that the sandbox has chains of. */
async function makeWallets(
  endpoints: SandboxEndpoints,
  dataFolder: string,
  seed: number,
): Promise<Wallets> {
  const families = [...new Set(Object.values(endpoints.chains).map(({ family }) => family))];
  const wallets = families.flatMap((family) =>
    accountsOf(family).flatMap((account) =>
      purposes.map((purpose) => ({ family, purpose, account })),
    ),
  );
  return Promise.all(
    wallets.map(async ({ family, purpose, account }): Promise<RunWallet> => {
      const name = [
        purpose,
        ...(family === 'evm' ? [] : [family]),
        ...(account?.kind ? [account.kind] : []),
      ].join('-');
      const secret = keccak256(toHex(`wallet ${name} of run ${seed}`));
      const version = family === 'ton' ? tonVersions[purpose] : undefined;
      const choice = version
        ? { version, networkId: endpoints.chains.TON?.networkId ?? 0 }
        : account;
      const wallet = {
        dataFolder,
        name,
        password,
        cost: 2 ** 14,
        family,
        ...(choice ? { account: choice } : {}),
      };
      const { address } = await importWallet({ ...wallet, secret });
      await fundSandboxWallet(endpoints, address, family);
      return { name, family, address, secret, ...(version && { version }) };
    }),
  );
}

/**
 * Which of a key's accounts the wallets are; of Bitcoin both kinds, and so twice as many, since
 * each pays one job at a time.
 */
function accountsOf(family: Family): readonly (AccountChoice | undefined)[] {
  if (family !== 'bitcoin') return [undefined];
  return bitcoinWalletKinds.map((kind) => ({ kind, network: 'regtest' }));
}

/** The sandbox as Ferryman sees it. */
async function putProxiesBefore(
  endpoints: SandboxEndpoints,
  referee: Referee,
  closers: (() => Promise<void>)[],
): Promise<SandboxEndpoints> {
  const liar = createRouterLiar(async () => (await readOrders(endpoints.control.url)).booked);
  const router = await startHttpProxy(
    () => endpoints.router.url,
    (request, forward) => {
      const [path = ''] = request.path.split('?');
      // Services answer a status at several paths.
      const call = routerCalls.find((one) => path.replace(/Extended$/, '').endsWith(`/${one}`));
      const fault = call && referee.happens(`router ${call}`);
      if (fault?.kind === 'lie' && fault.of === 'router') liar.lie(fault);
      return underFault(fault, request, (asked) =>
        call === 'status' ? liar.answer(asked, forward) : forward(asked),
      );
    },
  );
  closers.push(() => router.close());
  const startBefore = async (
    chain: SandboxChainName,
    url: string | undefined,
    language: NodeLanguage,
  ) => {
    const node = {
      url: url ?? '',
      chain,
      controlUrl: endpoints.control.url,
      deepest: finalityDepth - 1,
    };
    const proxies = await startChainProxies(node, language, referee);
    closers.push(() => proxies.close());
    return proxies.urls;
  };
  const chains = { ...endpoints.chains };
  for (const [name, chain] of evmChainsOf(endpoints)) {
    chains[name] = { ...chain, rpcUrls: await startBefore(name, chain.rpcUrls[0], evmLanguage) };
  }
  const { TRON, SOLANA, TON, BITCOIN } = endpoints.chains;
  if (TRON)
    chains.TRON = {
      ...TRON,
      fullNodeUrls: await startBefore('TRON', TRON.fullNodeUrls[0], tronLanguage),
    };
  if (SOLANA)
    chains.SOLANA = {
      ...SOLANA,
      rpcUrls: await startBefore('SOLANA', SOLANA.rpcUrls[0], solanaLanguage),
    };
  if (TON) chains.TON = { ...TON, rpcUrls: await startBefore('TON', TON.rpcUrls[0], tonLanguage) };
  if (BITCOIN) {
    chains.BITCOIN = {
      ...BITCOIN,
      esploraUrls: await startBefore('BITCOIN', BITCOIN.esploraUrls[0], bitcoinLanguage),
    };
  }
  return { ...endpoints, router: { url: router.url }, chains };
}

async function startServers(referee: Referee, closers: (() => Promise<void>)[]) {
  const [postgres, redis] = await Promise.all([startPostgresServer(), startRedisServer()]);
  closers.push(
    () => redis.close(),
    () => postgres.close(),
  );
  const database = new URL(await postgres.createDatabase()).pathname;
  const journal = await startTcpProxy(
    () => createConnection(postgres.socketPath),
    () => postgresTap(referee),
  );
  closers.push(() => journal.close());
  const queue = await startTcpProxy(
    () => createConnection(Number(new URL(redis.url).port), '127.0.0.1'),
    () => () => referee.happens('queue command'),
  );
  closers.push(() => queue.close());
  return {
    servers: { postgres, redis },
    urls: {
      databaseUrl: `postgres://postgres@127.0.0.1:${journal.port}${database}`,
      redisUrl: `redis://127.0.0.1:${queue.port}`,
    },
  };
}

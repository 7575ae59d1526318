import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { generatePrivateKey } from 'viem/accounts';
import type { EvmChainName, SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { sandboxAccount } from '../../src/cli/sandbox-account.ts';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import { createFerryman, type OpenContext, openContext } from '../../src/compose.ts';
import { defaultPolicy, type Policy } from '../../src/core/decide/policy.ts';
import type { Family } from '../../src/core/swap/chains.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { Ferryman } from '../../src/ferryman.ts';
import type { FerrymanOptions } from '../../src/ferryman-options.ts';
import type { AccountChoice } from '../../src/keys/account-form.ts';
import { createWallet } from '../../src/keys/create-wallet.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Signer } from '../../src/ports/signer.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { copyJournalTemplate } from './copy-journal-template.ts';
import { hangSignal } from './hang-limit.ts';
import { testIntakeSecret } from './intake-keys.ts';
import { patientPolicy } from './patient-policy.ts';
import type { PostgresServer } from './postgres-server.ts';
import { sharedPostgres } from './shared-postgres.ts';
import { tellSandbox } from './tell-sandbox.ts';

/** No other process takes over from a slow one, and the service may be slow as well. */
const patientInProcess = { deadAfter: defaultPolicy.deadAfter, orderAskedWithin: 90_000 } as const;

export const testPassword = 'only for tests';
/** Weak on purpose: the tests open many keystores. */
const testCost = 2 ** 14;

export interface TestFerryman {
  ferryman: Ferryman;
  /** What its use cases work on. */
  context: OpenContext['context'];
  options: FerrymanOptions;
  /** Address by name. */
  wallets: Record<string, `0x${string}`>;
  close(): Promise<void>;
}

export interface TestOptions {
  endpoints: SandboxEndpoints;
  /** The server of the journal. Default: one that all tests share. */
  postgres?: Pick<PostgresServer, 'createJournal'> | 'pglite' | undefined;
  policy?: Partial<Policy>;
  /** Asked instead of the sandbox's router. */
  routerUrl?: string;
  /** The clock of its decisions. Default: the machine's. */
  clock?: Clock;
  /** Changes the finished options, for what the others do not reach. */
  adjust?: (options: FerrymanOptions) => FerrymanOptions | Promise<FerrymanOptions>;
  /** Stands between the workers and their signer. */
  signer?: (signer: Signer) => Signer;
  /** Whether its workers run from the start; default: they do. */
  working?: boolean;
  /** Names of its wallets, each with the key of the same position or a new one. */
  wallets: readonly string[];
  privateKeys?: readonly string[];
  /** A wallet for each of other families, with a key or a new phrase. */
  familyWallets?: Partial<Record<Family, FamilyWallet>>;
}

interface FamilyWallet {
  name: string;
  secret?: string;
  /** How many it has in all, where the family has several. Default: 1. */
  accounts?: number;
  /** What is other than the sandbox's. */
  account?: AccountChoice;
}

/** A Ferryman with wallets of its own in a private folder, its workers started. */
export async function startTestFerryman(given: TestOptions): Promise<TestFerryman> {
  const {
    endpoints,
    postgres = await sharedPostgres(),
    policy,
    routerUrl,
    clock,
    privateKeys = [],
    adjust = (same) => same,
    working = true,
  } = given;
  const dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-'));
  const wallets: TestFerryman['wallets'] = {};
  for (const [index, name] of given.wallets.entries()) {
    const secret = privateKeys[index] ?? generatePrivateKey();
    const { address } = await importWallet({
      dataFolder,
      name,
      password: testPassword,
      cost: testCost,
      secret,
    });
    wallets[name] = address as `0x${string}`;
  }
  for (const [family, { name, secret, accounts = 1, account: other }] of Object.entries(
    given.familyWallets ?? {},
  ) as [Family, FamilyWallet][]) {
    const account = { ...sandboxAccount(endpoints, family), ...other };
    const wallet = {
      dataFolder,
      name,
      password: testPassword,
      cost: testCost,
      family,
      account,
      accounts,
    };
    await (secret === undefined ? createWallet(wallet) : importWallet({ ...wallet, secret }));
  }
  if (postgres === 'pglite') await copyJournalTemplate(dataFolder);
  const settings = sandboxSettings(endpoints);
  const options = await adjust({
    ...settings,
    policy: { ...settings.policy, ...patientPolicy, ...patientInProcess, ...policy },
    router: {
      ...settings.router,
      timeoutMs: 60_000,
      ...(routerUrl === undefined ? {} : { baseUrl: routerUrl }),
    },
    dataFolder,
    keystorePassword: testPassword,
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    ...(postgres === 'pglite'
      ? {}
      : { databaseUrl: await postgres.createJournal(), intakeSecret: testIntakeSecret }),
  });
  const opened = await openContext(options);
  const { signer: between = (same) => same } = given;
  const signer = between(opened.context.signer);
  const context = { ...opened.context, signer, ...(clock ? { clock } : {}) };
  const ferryman = createFerryman({ ...opened, context });
  if (working) await ferryman.startWorkers();
  return {
    ferryman,
    context,
    options,
    wallets,
    async close() {
      await ferryman.close();
      await removeFolder(dataFolder);
    },
  };
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

export async function fund(
  endpoints: SandboxEndpoints,
  chain: EvmChainName,
  address: string,
  token: string,
  amount: bigint,
): Promise<void> {
  await tellSandbox(endpoints.control.url, '/fund', {
    chain,
    address,
    token,
    amountBaseUnits: amount.toString(),
  });
}

export const native = evmNativeToken;
export const oneEther = 10n ** 18n;

/** Address of a token by symbol; `native` is the coin. */
export function tokenOf(endpoints: SandboxEndpoints, chain: EvmChainName, symbol: string): string {
  if (symbol === 'native') return native;
  const token = endpoints.chains[chain].tokens.find((one) => one.symbol === symbol);
  if (!token) throw new Error(`the sandbox has no ${symbol} on ${chain}`);
  return token.address;
}

/** A job of the wallet `treasury`: some of a chain's coin for USDC on the same chain. */
export function coinForUsdc(
  endpoints: SandboxEndpoints,
  chain: EvmChainName,
  change: Partial<JobRequest> = {},
): JobRequest {
  return {
    wallet: 'treasury',
    from: { chain, token: native },
    to: { chain, token: tokenOf(endpoints, chain, 'USDC') },
    amount: '0.01',
    receiver: '0x2222222222222222222222222222222222222222',
    slippageBps: 100,
    ...change,
  };
}

export function submitJob(
  ferryman: Ferryman,
  body: JobRequest,
  idempotencyKey: string = randomUUID(),
) {
  return ferryman.submit({ idempotencyKey, body });
}

/** Submits and waits for the end. */
export async function runJob(ferryman: Ferryman, body: JobRequest): Promise<SwapView> {
  const { swap } = await submitJob(ferryman, body);
  return ferryman.awaitEnd(swap.id, { signal: hangSignal() });
}

import { rm } from 'node:fs/promises';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { EvmChainName } from '../../../sandbox/endpoints.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import { createFerryman, type OpenContext, openContext } from '../../../src/compose.ts';
import type { Ferryman } from '../../../src/ferryman.ts';
import { followRules } from '../../../src/treasury/follow-rules.ts';
import type { TreasuryContext } from '../../../src/treasury/treasury-context.ts';
import { erc20 } from '../../e2e/suite/swap-stage.ts';
import { type AnsweringServer, startAnsweringServer } from '../../support/answering-server.ts';
import { type TestApprovers, testApprovers } from '../../support/approvers.ts';
import { policyFrom } from '../../support/guard-policy.ts';
import { fund, startTestFerryman, tokenOf } from '../../support/harness.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { begin } from './calendar.ts';
import { approverNames, policyFile } from './policy.ts';
import { recordSignatures, type Signed } from './record-signatures.ts';
import { funds, type PlannedRule, twelveRules, walletNames } from './rules.ts';

/** The quarter's chains, prices, approvers, and a Ferryman that is stopped and started again. */
export interface Stage {
  sandbox: Sandbox;
  rules: readonly PlannedRule[];
  approvers: TestApprovers;
  wallets: Readonly<Record<string, `0x${string}`>>;
  tank: ReturnType<typeof privateKeyToAccount>;
  /** What was signed, in the order of signatures. */
  signed: readonly Signed[];
  /** What came to wallets from outside, in base units, by `wallet symbol`, on ETH. */
  received: ReadonlyMap<string, bigint>;
  now(): number;
  /** Puts the calendar forward. */
  leapTo(at: number): void;
  setCoinPrice(usd: number): void;
  running(): Ferryman;
  /** One that does what the treasury's worker does at a wake-up. */
  worker(change?: Partial<TreasuryContext>): { run(): Promise<void> };
  stop(): Promise<void>;
  start(): Promise<void>;
  give(wallet: string, symbol: string, amount: bigint): Promise<void>;
  balanceOf(chain: EvmChainName, symbol: string, owner: string): Promise<bigint>;
  client(chain: EvmChainName): ReturnType<typeof createPublicClient>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  let now = begin;
  let coinUsd = 2_500;
  const clock = { now: () => now };
  const prices: AnsweringServer = await startAnsweringServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ usd: coinUsd }));
  });
  // Books read what transactions did to coins long after them.
  const sandbox = await startSandbox({ otherChains: [], storedBlocks: 10_000 });
  const { endpoints } = sandbox;
  const approvers = testApprovers(approverNames);
  const guardPolicy = policyFrom(
    policyFile(endpoints.guardPolicy, {
      approvers: approvers.file,
      wallets: walletNames,
      usdcAddress: tokenOf(endpoints, 'ETH', 'USDC'),
      coinSource: { kind: 'json', url: prices.url, pointer: '/usd' },
    }),
  );
  // The embedded journal would take a fifth of the quarter's time.
  const postgres = await startPostgresServer();
  const first = await startTestFerryman({
    ...{ endpoints, postgres },
    wallets: walletNames,
    adjust: (options) => ({ ...options, guardPolicy, treasury: { clock } }),
    working: false,
  });
  const { options, wallets } = first;
  await first.ferryman.close();
  const signed: Signed[] = [];
  const received = new Map<string, bigint>();
  let open: { ferryman: Ferryman; context: OpenContext['context'] } | undefined;

  const current = () => {
    if (!open) throw new Error('Ferryman is down');
    return open;
  };
  const clientOf: Stage['client'] = (chain) =>
    createPublicClient({ transport: http(endpoints.chains[chain].rpcUrls[0]) });
  const tank = privateKeyToAccount(generatePrivateKey());
  const staff = Array.from({ length: 3 }, () => privateKeyToAccount(generatePrivateKey()).address);

  const stage: Stage = {
    ...{ sandbox, approvers, wallets, tank, signed, received, client: clientOf },
    rules: twelveRules({ wallets, tank: tank.address, staff }),
    now: clock.now,
    leapTo(at) {
      if (at < now) throw new Error('the calendar is never put back');
      now = at;
    },
    setCoinPrice(usd) {
      coinUsd = usd;
    },
    running: () => current().ferryman,
    worker(change = {}) {
      const { context, ferryman } = current();
      const duty = followRules({
        ...context,
        sealer: ferryman.sealer,
        submit: (request) => ferryman.submit(request),
        quote: (request) => ferryman.quote(request),
        ...change,
      });
      return {
        run: async () => {
          await duty.run(now);
        },
      };
    },
    async stop() {
      const { ferryman } = current();
      open = undefined;
      await ferryman.close();
    },
    async start() {
      const opened = await openContext(options);
      const signer = recordSignatures(opened.context.signer, clock.now, signed);
      const context = { ...opened.context, signer };
      const ferryman = createFerryman({ ...opened, context });
      open = { ferryman, context };
      await ferryman.startWorkers();
    },
    async give(wallet, symbol, amount) {
      const address = wallets[wallet] ?? '';
      await fund(endpoints, 'ETH', address, tokenOf(endpoints, 'ETH', symbol), amount);
      const name = `${wallet} ${symbol}`;
      received.set(name, (received.get(name) ?? 0n) + amount);
    },
    balanceOf: (chain, symbol, owner) =>
      symbol === 'native'
        ? clientOf(chain).getBalance({ address: owner as `0x${string}` })
        : clientOf(chain).readContract({
            address: tokenOf(endpoints, chain, symbol) as `0x${string}`,
            abi: erc20,
            functionName: 'balanceOf',
            args: [owner as `0x${string}`],
          }),
    async close() {
      await open?.ferryman.close();
      await Promise.all([sandbox.close(), prices.close(), postgres.close()]);
      await rm(options.dataFolder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  await Promise.all(
    Object.entries(funds).flatMap(([wallet, amounts]) =>
      Object.entries(amounts).map(([symbol, amount]) => stage.give(wallet, symbol, amount)),
    ),
  );
  await stage.start();
  for (const { body } of stage.rules) await stage.running().applyRule({ body, reason: 'quarter' });
  return stage;
}

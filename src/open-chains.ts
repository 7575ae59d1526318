import type { AcceptedRisk, WalletReading } from './core/gate/conditions.ts';
import type { ChainName } from './core/swap/chains.ts';
import { createGate, type GateSetup } from './executor/gate/create-gate.ts';
import { readWallets } from './executor/gate/read-wallets.ts';
import { definitionOf } from './families/families.ts';
import type { ChainOptions } from './families/family-definition.ts';
import { admittedOn, type GuardPolicy } from './guard/policy/guard-policy.ts';
import { closedPolicy } from './guard/policy/read-guard-policy.ts';
import { type ClockWatch, watchClock } from './http/watch-clock.ts';
import { findAccount } from './keys/find-account.ts';
import type { ListedWallet } from './keys/list-wallets.ts';
import type { ChainAdapter } from './ports/chain-adapter.ts';
import type { Clock } from './ports/clock.ts';
import type { Gate } from './ports/gate.ts';
import type { Tracing } from './ports/tracing.ts';
import type { WorkCounts } from './ports/work-counts.ts';
import { countRpc } from './telemetry/count-work.ts';
import { traceHttp } from './telemetry/tracing/trace-parts.ts';

interface ChainSetup {
  chains: readonly ChainOptions[];
  guardPolicy?: GuardPolicy;
}

/** What the gate has to know of the options. */
interface GatedOptions {
  databaseUrl?: string;
  redisUrl?: string;
  guardPolicy?: GuardPolicy;
  signer?: { socket?: string };
  acceptedRisks?: readonly AcceptedRisk[];
}

interface ChainTools {
  clock: Clock;
  work: WorkCounts;
  tracing?: Tracing | undefined;
  /** Of the keystores, or of a signer of its own. */
  wallets(): Promise<readonly ListedWallet[]>;
  /** Whether this process signs, or has a signer that does. */
  signs: boolean;
  /** What the operator has set up. Absent: as the options say. */
  setup?: GateSetup;
  /** By which the gate goes. Absent: `wallets`. */
  gatedWallets?: (adapter: ChainAdapter) => Promise<readonly WalletReading[]>;
}

/**
 * The adapters of the configured chains, in their order, and the gate before their networks. Loads
 * the families' libraries. Sends no request.
 */
export async function openChains(
  options: ChainSetup & GatedOptions,
  { clock, work, tracing, wallets, signs, setup, gatedWallets }: ChainTools,
): Promise<{ chains: ReadonlyMap<ChainName, ChainAdapter>; gate: Gate }> {
  const { guardPolicy = closedPolicy } = options;
  const clocks = new Map<ChainName, ClockWatch>();
  const adapters = await Promise.all(
    options.chains.map((settings) => {
      const { family, name } = settings.chain;
      const storedAccount = async (address: string) =>
        findAccount(await wallets(), { family, address });
      const watch = watchClock(countRpc(settings.chain, work), clock.now);
      clocks.set(name, watch);
      const facts = { 'ferryman.chain': name };
      const fetch = tracing ? traceHttp(watch.fetch, tracing, facts) : watch.fetch;
      const { protectedCoin } = admittedOn(guardPolicy, name);
      const tools = { clock, fetch, storedAccount, protectedCoin };
      return definitionOf(family).loadAdapter({ ...settings, ...tools });
    }),
  );
  const chains = new Map(adapters.map((adapter) => [adapter.chain.name, adapter]));
  const gate = createGate({
    ...{ signs, chains, clock },
    setup: setup ?? gateSetupOf(options),
    clockOf: (chain) => clocks.get(chain)?.read() ?? { kind: 'unknown' },
    walletsOf: gatedWallets ?? ((adapter) => readWallets(adapter, wallets)),
  });
  return { chains, gate };
}

/** The same of a signer of its own, which has neither journal nor queue and is what the gate demands. */
export function signerSetupOf(options: GatedOptions): GateSetup {
  return { ...gateSetupOf(options), journal: 'none', queue: 'none', hasSeparateSigner: true };
}

/** What the operator has set up of what a real network demands. */
export function gateSetupOf({
  databaseUrl,
  redisUrl,
  guardPolicy = closedPolicy,
  signer,
  acceptedRisks = [],
}: GatedOptions): GateSetup {
  const priced = guardPolicy.prices.tokens.filter(({ sources }) => sources.length > 0);
  return {
    journal: databaseUrl === undefined ? 'embedded' : 'server',
    queue: redisUrl === undefined ? 'embedded' : 'server',
    caps: guardPolicy.caps,
    pricedTokensOn: (name) => priced.filter(({ chain }) => chain === name).length,
    hasSeparateSigner: signer?.socket !== undefined,
    acceptedRisks,
  };
}

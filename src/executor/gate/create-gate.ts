import { setTimeout as pause } from 'node:timers/promises';
import {
  type ClockReading,
  findGateFaults,
  type GateFacts,
  type GateFault,
  networkUnproven,
  type WalletReading,
} from '../../core/gate/conditions.ts';
import { judgeNetwork, type NetworkStanding } from '../../core/gate/judge-network.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Reason } from '../../core/swap/swap.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Gate, NetworkReport } from '../../ports/gate.ts';
import type { EndpointProof } from '../../ports/network-proof.ts';

/** What the operator has set up, for all chains. */
export interface GateSetup
  extends Pick<GateFacts, 'journal' | 'queue' | 'caps' | 'hasSeparateSigner' | 'acceptedRisks'> {
  /** Tokens of a chain with a price source of the policy. */
  pricedTokensOn(chain: ChainName): number;
}

export interface GateParts {
  signs: boolean;
  chains: ReadonlyMap<ChainName, ChainAdapter>;
  setup: GateSetup;
  clock: Clock;
  /** How far this machine's clock is from what the chain's endpoints show. */
  clockOf(chain: ChainName): ClockReading;
  /** The wallets that would sign on the chain. */
  walletsOf(adapter: ChainAdapter): Promise<readonly WalletReading[]>;
}

/**
 * Milliseconds for which an answer is used again. Each endpoint also checks by itself, before it is
 * used, that it still serves the configured network.
 */
const freshFor: Readonly<Record<NetworkStanding['kind'], number>> = {
  exempt: 600_000,
  real: 60_000,
  contradicted: 5_000,
  unproven: 1_000,
};

/** Milliseconds that a caller waits for endpoints. A swap is locked meanwhile. */
const patience = 2_000;

/** @throws nothing by itself: what cannot be read counts as missing */
export function createGate(parts: GateParts): Gate {
  const examiners = new Map(
    [...parts.chains].map(([name, adapter]) => [name, createExaminer(parts, adapter)]),
  );
  const examined = async (chain: ChainName): Promise<NetworkReport | undefined> =>
    examiners.get(chain)?.();
  return {
    signs: parts.signs,
    async stopOn(chain) {
      const report = await examined(chain);
      return report && closedBy(report);
    },
    async strangeNetworkOf(chain) {
      const report = await examined(chain);
      return report && closedBy({ ...report, faults: report.faults.filter(isOfNetwork) });
    },
    report: () => Promise.all([...examiners.values()].map((examine) => examine())),
  };
}

const isOfNetwork = ({ condition }: GateFault): boolean => condition === 'NETWORK_PROVEN';

function closedBy({ chain, standing, faults }: NetworkReport): Reason | undefined {
  const [first] = faults;
  if (!first) return undefined;
  if (standing.kind === 'unproven') return { code: 'NETWORK_UNPROVEN', message: first.message };
  const missing = faults.map(({ condition, message }) => `${condition}: ${message}`).join('; ');
  return { code: 'NETWORK_CLOSED', message: `Ferryman signs nothing on ${chain}: ${missing}` };
}

/** Callers of the same moment share one examination. */
function createExaminer(parts: GateParts, adapter: ChainAdapter): () => Promise<NetworkReport> {
  /** The last network that each endpoint has shown: an outage does not take that back. */
  const shown = new Map<number, Extract<EndpointProof, { kind: 'proven' }>>();
  let known: NetworkReport = unproven(adapter);
  let last: { report: Promise<NetworkReport>; from: number; until: number } | undefined;

  async function examine(): Promise<NetworkReport> {
    const proofs = await adapter.proveNetwork();
    for (const [position, proof] of proofs.entries())
      if (proof.kind === 'proven') shown.set(position, proof);
    const standing = judgeNetwork(adapter.chain, [...shown.values()]);
    const facts = await readFacts(parts, adapter, standing);
    known = { chain: adapter.chain.name, standing, proofs, faults: findGateFaults(facts) };
    return known;
  }

  /** The answer, or what was known before if the endpoints take too long. */
  const soon = (report: Promise<NetworkReport>, from: number): Promise<NetworkReport> => {
    const left = Math.max(0, from + patience - parts.clock.now());
    const late = pause(left, undefined, { ref: false }).then(() => known);
    return Promise.race([report.catch(() => known), late]);
  };

  return () => {
    const now = parts.clock.now();
    if (last && now < last.until) return soon(last.report, last.from);
    const current = { report: examine(), from: now, until: Number.POSITIVE_INFINITY };
    last = current;
    current.report.then(
      ({ standing }) => {
        current.until = parts.clock.now() + freshFor[standing.kind];
      },
      () => {
        current.until = 0;
      },
    );
    return soon(current.report, now);
  };
}

/** Before any endpoint has answered. */
function unproven({ chain: { name } }: ChainAdapter): NetworkReport {
  return {
    chain: name,
    standing: { kind: 'unproven' },
    proofs: [],
    faults: [networkUnproven(name)],
  };
}

async function readFacts(
  { setup, clockOf, walletsOf }: GateParts,
  adapter: ChainAdapter,
  standing: NetworkStanding,
): Promise<GateFacts> {
  const { pricedTokensOn, ...rest } = setup;
  const { name } = adapter.chain;
  return {
    ...rest,
    chain: adapter.chain,
    standing,
    pricedTokens: pricedTokensOn(name),
    hosts: adapter.endpoints().map(({ host }) => host),
    clock: clockOf(name),
    // An exempt network needs none.
    wallets: standing.kind === 'exempt' ? [] : await walletsOf(adapter),
  };
}

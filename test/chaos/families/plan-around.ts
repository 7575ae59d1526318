import { EVM_CHAIN_NAMES } from '../../../sandbox/chains/chain-catalogue.ts';
import type { SandboxChainName } from '../../../sandbox/endpoints.ts';
import { evmDestinations, evmNodes, evmSources } from './evm-plan.ts';
import type { FamilyPlan, JobKind, NodePlan } from './family-plan.ts';

/** Of the jobs between chains, so many have the chain as their source. */
const outward = 0.7;

/**
 * Jobs on a chain that is not the EVM's, and between it and the EVM chains. The symbols: each as
 * often as it is to be picked.
 */
export function planAround(
  chain: SandboxChainName,
  {
    sources,
    destinations,
    node,
  }: { sources: readonly string[]; destinations: readonly string[]; node: NodePlan },
): FamilyPlan {
  return {
    kinds: [
      ...Array<JobKind>(3).fill('on-chain'),
      ...Array<JobKind>(5).fill('cross-chain'),
      ...Array<JobKind>(2).fill('refund'),
    ],
    route(kind, random) {
      const here = { chain, symbol: random.pick(sources) };
      const other = random.pick(EVM_CHAIN_NAMES);
      if (kind === 'on-chain') {
        return {
          from: here,
          to: { chain, symbol: random.pick(destinations.filter((one) => one !== here.symbol)) },
        };
      }
      if (kind === 'refund' || random.chance(outward)) {
        return { from: here, to: { chain: other, symbol: random.pick(evmDestinations) } };
      }
      return {
        from: { chain: other, symbol: random.pick(evmSources) },
        to: { chain, symbol: random.pick(destinations) },
      };
    },
    // Gives back by itself: of those whose refund has to be fetched none takes such a chain.
    providers: { refund: 'symbiosis' },
    struckChains: [chain, chain, chain, ...EVM_CHAIN_NAMES],
    nodes: [node, node, node, evmNodes],
  };
}

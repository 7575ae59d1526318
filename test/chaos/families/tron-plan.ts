import { EVM_CHAIN_NAMES } from '../../../sandbox/evm/chain-catalogue.ts';
import { evmDestinations, evmNodes, evmSources } from './evm-plan.ts';
import type { FamilyPlan, JobKind, NodePlan } from './family-plan.ts';

const sources = ['native', 'USDC', 'USDC', 'DAI', 'USDT'] as const;
const destinations = ['native', 'USDC', 'DAI'] as const;
/** Of the jobs between chains, so many have TRON as their source. */
const outward = 0.7;

const tronNodes: NodePlan = {
  family: 'tron',
  send: 'wallet/broadcasthex',
  reads: [
    'wallet/gettransactioninfobyid',
    'walletsolidity/gettransactioninfobyid',
    'wallet/getblock',
    'walletsolidity/getblock',
    'wallet/triggerconstantcontract',
    'wallet/getaccount',
  ],
  look: 'wallet/gettransactioninfobyid',
  lies: ['behind', 'unknown-transaction', 'unknown-outcome'],
  errors: ['unavailable', 'too-many', 'html', 'half', 'busy'],
};

/** Jobs on TRON, and between it and the EVM chains. */
export const tronPlan: FamilyPlan = {
  kinds: [
    ...Array<JobKind>(3).fill('on-chain'),
    ...Array<JobKind>(5).fill('cross-chain'),
    ...Array<JobKind>(2).fill('refund'),
  ],
  route(kind, random) {
    const here = { chain: 'TRON', symbol: random.pick(sources) } as const;
    const other = random.pick(EVM_CHAIN_NAMES);
    if (kind === 'on-chain') {
      return {
        from: here,
        to: { chain: 'TRON', symbol: random.pick(destinations.filter((one) => one !== here.symbol)) },
      };
    }
    if (kind === 'refund' || random.chance(outward)) {
      return { from: here, to: { chain: other, symbol: random.pick(evmDestinations) } };
    }
    return {
      from: { chain: other, symbol: random.pick(evmSources) },
      to: { chain: 'TRON', symbol: random.pick(destinations) },
    };
  },
  // Gives back by itself: of those whose refund has to be fetched none takes TRON.
  providers: { refund: 'symbiosis' },
  struckChains: ['TRON', 'TRON', 'TRON', ...EVM_CHAIN_NAMES],
  nodes: [tronNodes, tronNodes, tronNodes, evmNodes],
};

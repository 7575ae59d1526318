import { EVM_CHAIN_NAMES } from '../../../sandbox/evm/chain-catalogue.ts';
import { evmDestinations, evmNodes, evmSources } from './evm-plan.ts';
import type { FamilyPlan, JobKind, NodePlan } from './family-plan.ts';

const tokens = ['native', 'USDC', 'USDT'] as const;
/** Of the jobs between chains, so many have Solana as their source. */
const outward = 0.7;

const solanaNodes: NodePlan = {
  family: 'solana',
  send: 'sendTransaction',
  reads: [
    'getSignatureStatuses',
    'getTransaction',
    'getBlock',
    'getSlot',
    'getBlockHeight',
    'getMultipleAccounts',
    'simulateTransaction',
  ],
  look: 'getSignatureStatuses',
  lies: ['behind', 'unknown-outcome'],
  errors: ['unavailable', 'too-many', 'html', 'half'],
};

/** Jobs on Solana, and between it and the EVM chains. */
export const solanaPlan: FamilyPlan = {
  kinds: [
    ...Array<JobKind>(3).fill('on-chain'),
    ...Array<JobKind>(5).fill('cross-chain'),
    ...Array<JobKind>(2).fill('refund'),
  ],
  route(kind, random) {
    const here = { chain: 'SOLANA', symbol: random.pick(tokens) } as const;
    const other = random.pick(EVM_CHAIN_NAMES);
    if (kind === 'on-chain') {
      return { from: here, to: { chain: 'SOLANA', symbol: random.pick(tokens.filter((one) => one !== here.symbol)) } };
    }
    if (kind === 'refund' || random.chance(outward)) {
      return { from: here, to: { chain: other, symbol: random.pick(evmDestinations) } };
    }
    return {
      from: { chain: other, symbol: random.pick(evmSources) },
      to: { chain: 'SOLANA', symbol: random.pick(tokens) },
    };
  },
  // Gives back by itself: of those whose refund has to be fetched none takes Solana.
  providers: { refund: 'symbiosis' },
  struckChains: ['SOLANA', 'SOLANA', 'SOLANA', ...EVM_CHAIN_NAMES],
  nodes: [solanaNodes, solanaNodes, solanaNodes, evmNodes],
};

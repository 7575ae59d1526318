import { EVM_CHAIN_NAMES } from '../../../sandbox/chains/chain-catalogue.ts';
import type { FamilyPlan, JobKind, NodePlan } from './family-plan.ts';

export const evmSources = ['native', 'USDC', 'USDC', 'DAI', 'USDT'] as const;
export const evmDestinations = ['native', 'USDC', 'DAI'] as const;

export const evmNodes: NodePlan = {
  family: 'evm',
  send: 'eth_sendRawTransaction',
  reads: [
    'eth_getTransactionReceipt',
    'eth_getBlockByNumber',
    'eth_getTransactionCount',
    'eth_estimateGas',
    'eth_feeHistory',
    'eth_simulateV1',
  ],
  look: 'eth_getTransactionReceipt',
  lies: ['behind', 'unknown-transaction', 'used-nonces', 'failed-outcome'],
  errors: ['unavailable', 'too-many', 'html', 'half'],
};

/** Jobs over all EVM chains. */
export const evmPlan: FamilyPlan = {
  kinds: [
    ...Array<JobKind>(4).fill('on-chain'),
    ...Array<JobKind>(4).fill('cross-chain'),
    'refund',
    'claim',
  ],
  route(kind, random) {
    const chain = random.pick(EVM_CHAIN_NAMES);
    switch (kind) {
      case 'on-chain': {
        const source = random.pick(evmSources);
        const to = random.pick(evmDestinations.filter((one) => one !== source));
        return { from: { chain, symbol: source }, to: { chain, symbol: to } };
      }
      case 'cross-chain':
      case 'refund': {
        const other = random.pick(EVM_CHAIN_NAMES.filter((one) => one !== chain));
        const source = random.pick(evmSources);
        return {
          from: { chain, symbol: source },
          to: { chain: other, symbol: random.pick(evmDestinations) },
        };
      }
      // The sandbox's provider of claims works between these two only.
      case 'claim':
        return {
          from: { chain: 'ETH', symbol: random.pick(evmSources) },
          to: { chain: 'ARBITRUM', symbol: random.pick(evmDestinations) },
        };
    }
  },
  providers: { refund: 'celer_bridge', claim: 'arbitrum' },
  struckChains: EVM_CHAIN_NAMES,
  nodes: [evmNodes],
};

import type { FamilyPlan, NodePlan } from './family-plan.ts';
import { planAround } from './plan-around.ts';

const tokens = ['native', 'USDC', 'USDT'] as const;

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
  lies: ['behind', 'unknown-outcome', 'failed-outcome'],
  errors: ['unavailable', 'too-many', 'html', 'half'],
};

export const solanaPlan: FamilyPlan = planAround('SOLANA', {
  sources: tokens,
  destinations: tokens,
  node: solanaNodes,
});

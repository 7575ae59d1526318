import type { FamilyPlan, NodePlan } from './family-plan.ts';
import { planAround } from './plan-around.ts';

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
  lies: ['behind', 'unknown-transaction', 'unknown-outcome', 'failed-outcome'],
  errors: ['unavailable', 'too-many', 'html', 'half', 'busy'],
};

export const tronPlan: FamilyPlan = planAround('TRON', {
  sources: ['native', 'USDC', 'USDC', 'DAI', 'USDT'],
  destinations: ['native', 'USDC', 'DAI'],
  node: tronNodes,
});

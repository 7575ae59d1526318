import type { FamilyPlan, NodePlan } from './family-plan.ts';
import { planAround } from './plan-around.ts';

const jettons = ['USDT', 'USDT', 'USDC'] as const;
const tokens = ['native', ...jettons] as const;

const tonNodes: NodePlan = {
  family: 'ton',
  send: 'sendBoc',
  reads: [
    'getAddressInformation',
    'getTransactions',
    'getMasterchainInfo',
    'getBlockHeader',
    'tryLocateResultTx',
    'estimateFee',
  ],
  look: 'getTransactions',
  // As many as the wallets of version 4 take.
  paymentsAtOnce: 4,
  // What cannot be paid for or is refused further on is all that fails here.
  onPayment: 'nothing',
  lies: ['behind', 'unknown-outcome'],
  errors: ['unavailable', 'too-many', 'html', 'half'],
};

const around = planAround('TON', { sources: tokens, destinations: tokens, node: tonNodes });

export const tonPlan: FamilyPlan = {
  ...around,
  route(kind, random) {
    if (kind !== 'on-chain') return around.route(kind, random);
    // Each pool is of coins and a jetton.
    const [coins, jetton] = ['native', random.pick(jettons)].map((symbol) => ({
      chain: 'TON' as const,
      symbol,
    }));
    if (!coins || !jetton) throw new TypeError('there are two');
    return random.chance(0.5) ? { from: coins, to: jetton } : { from: jetton, to: coins };
  },
};

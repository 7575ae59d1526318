import type { FamilyPlan, JobKind, NodePlan } from './family-plan.ts';
import { planAround } from './plan-around.ts';

const bitcoinNodes: NodePlan = {
  family: 'bitcoin',
  send: 'POST tx',
  reads: [
    'GET tx/:id',
    'GET tx/:id/hex',
    'GET tx/:id/outspend/:vout',
    'GET blocks/tip/hash',
    'GET block/:hash',
    'GET block-height/:height',
    'GET fee-estimates',
  ],
  look: 'GET tx/:id',
  lies: ['behind', 'unknown-transaction', 'unknown-outcome'],
  errors: ['unavailable', 'too-many', 'html', 'half'],
  onPayment: 'evict',
};

/** It has one coin and no contracts: every job goes to another chain, or comes from one. */
export const bitcoinPlan: FamilyPlan = {
  ...planAround('BITCOIN', { sources: ['native'], destinations: ['native'], node: bitcoinNodes }),
  kinds: [...Array<JobKind>(8).fill('cross-chain'), ...Array<JobKind>(2).fill('refund')],
  stalls: {
    chain: 'BITCOIN',
    share: 1 / 15,
    // Longer than a payment waits for its inclusion before it is sped up.
    ms: [6_000, 12_000],
    // Satoshis for 1,000 virtual bytes: what a child can pay, or the sandbox's default, which
    // hardly anybody pays.
    bids: ['40000', '40000', undefined],
  },
};

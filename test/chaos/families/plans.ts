import { bitcoinPlan } from './bitcoin-plan.ts';
import { evmPlan } from './evm-plan.ts';
import type { FamilyPlan } from './family-plan.ts';
import { solanaPlan } from './solana-plan.ts';
import { tonPlan } from './ton-plan.ts';
import { tronPlan } from './tron-plan.ts';

/** What a run can be about. */
export const runFamilies = ['evm', 'tron', 'solana', 'ton', 'bitcoin'] as const;
export type RunFamily = (typeof runFamilies)[number];

export const familyPlans: Readonly<Record<RunFamily, FamilyPlan>> = {
  evm: evmPlan,
  tron: tronPlan,
  solana: solanaPlan,
  ton: tonPlan,
  bitcoin: bitcoinPlan,
};

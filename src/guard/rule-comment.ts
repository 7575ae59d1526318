import type { Family } from '../core/swap/chains.ts';

/** What a rule demands, from the comment above its code. */
export interface RuleComment {
  id: string;
  /** Absent: for all families that have the rule. */
  family?: Family;
  demands: string;
}

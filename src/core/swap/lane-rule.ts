import type { LaneRule } from '../../families/shared/formats/lane-rule.ts';
import { type Family, formatsOf } from './chains.ts';

export type { LaneRule } from '../../families/shared/formats/lane-rule.ts';

/** How the lanes of a family's wallet accounts admit swaps. */
export function laneRuleOf(family: Family): LaneRule {
  return formatsOf(family).lane;
}

import { type Family, families } from '../core/swap/chains.ts';
import { definitionOf } from '../families/families.ts';
import type { RuleComment } from './rule-comment.ts';
import { ruleComments } from './rule-comments.ts';
import { type RuleFacts, ruleTable } from './rule-table.ts';

export interface RuleExplanation extends RuleFacts {
  id: string;
  /** Empty: it applies before there are bytes, whatever the family. */
  families: readonly Family[];
  demands: readonly Omit<RuleComment, 'id'>[];
}

/** `undefined`: there is no such rule. */
export function explainRule(id: string): RuleExplanation | undefined {
  const facts = ruleTable[id];
  if (!facts) return undefined;
  const demands = ruleComments.flatMap(({ id: of, ...comment }) => (of === id ? [comment] : []));
  return { id, ...facts, families: familiesOf(id), demands };
}

/** Families whose guard applies the rule to an intent. */
export function familiesOf(id: string): Family[] {
  return families.filter((family) =>
    Object.values(definitionOf(family).guard.rules).some(
      (rules) => rules !== 'refused' && rules.some((rule) => rule.id === id),
    ),
  );
}

import type { RuleComment } from './rule-comment.ts';

export const ruleComments: readonly RuleComment[] = [];

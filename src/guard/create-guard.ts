import type { Guard } from '../ports/guard.ts';
import { allRules } from './all-rules.ts';
import { judge } from './judge.ts';
import { judgeShared } from './judge-shared.ts';
import { judgeShown } from './judge-shown.ts';
import type { AnyRule } from './rule.ts';

/** @param options.rules Default: all of them. An empty list rejects everything. */
export function createGuard({ rules = allRules }: { rules?: readonly AnyRule[] } = {}): Guard {
  return { judge: (request) => judge(rules, request), judgeShared, judgeShown };
}

import { FerrymanError } from '../errors/ferryman-error.ts';
import { guards as allGuards } from '../families/guards.ts';
import type { Guard } from '../ports/guard.ts';
import type { FamilyGuards } from './family-guard.ts';
import { judge, rejection } from './judge.ts';
import { judgeShown } from './judge-shown.ts';

/**
 * @param options.guards Default: those of all families
 * @throws `INTERNAL` where a family has no rule for an intent that it does not refuse: nothing is ever signed unjudged
 */
export function createGuard({ guards = allGuards }: { guards?: FamilyGuards } = {}): Guard {
  for (const [family, guard] of Object.entries<{ rules: Readonly<Record<string, readonly unknown[] | 'refused'>> }>(
    guards,
  )) {
    for (const [intent, rules] of Object.entries(guard.rules)) {
      if (rules.length === 0) throw new FerrymanError('INTERNAL', `the guard has no rule for ${intent} on ${family}`);
    }
  }
  return {
    judge: (request) => judge(guards, request),
    judgeShared(whole, parts) {
      const { judgeShared } = guards[whole.family];
      if (judgeShared) return judgeShared(whole, parts);
      const rule = 'DECODE';
      return { kind: 'reject', rules: [rule], findings: [rejection(rule, 'payments of this family never share one')] };
    },
    judgeShown,
  };
}

import { expect, it } from 'vitest';
import type { GuardRequest } from '../../src/ports/guard.ts';
import { judged } from './scenario.ts';

interface Case {
  what: string;
  request: () => GuardRequest;
  rule: string;
  kind?: 'requote';
}

/**
 * Each case is one thing wrong with a transaction that is otherwise in order, and the rule that has
 * to say so.
 */
export function objects(cases: readonly Case[]): void {
  it.each(cases)('$rule: $what', ({ request, rule, kind = 'reject' }) => {
    expect(judged(request())).toEqual({ kind, fired: [rule] });
  });
}

import { expect, it } from 'vitest';
import type { GuardRequest } from '../../src/ports/guard.ts';
import { judged } from './scenario.ts';

interface Case {
  what: string;
  request: () => GuardRequest;
  rule: string;
  kind?: 'requote' | 'hold';
}

/**
 * Each case has exactly one fault in an otherwise correct transaction, and the rule that must find
 * it.
 */
export function objects(cases: readonly Case[]): void {
  it.each(cases)('$rule: $what', ({ request, rule, kind = 'reject' }) => {
    expect(judged(request())).toEqual({ kind, fired: [rule] });
  });
}

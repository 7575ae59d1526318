import type { Finding, GuardRequest } from '../ports/guard.ts';
import type { Effects } from './effects.ts';

/**
 * One rule, for every family whose effects have what it checks. Rules are independent of one
 * another. A rule that throws rejects.
 */
export interface Rule<in Seen extends Effects = Effects> {
  /** Stable, such as `E02`. */
  readonly id: string;
  /** An empty list: no finding. */
  readonly check: (effects: Seen, request: GuardRequest) => readonly RuleFinding[];
}

/** A finding without its rule id, which the judge adds. */
export type RuleFinding = Omit<Finding, 'rule'>;

/** Keeps the findings whose condition holds. */
export function findingsOf(...list: readonly (RuleFinding | false | undefined)[]): RuleFinding[] {
  return list.filter((finding) => finding !== false && finding !== undefined);
}

export function reject(
  message: string,
  facts: Record<string, string | bigint | undefined> = {},
): RuleFinding {
  return { severity: 'reject', message, facts: texts(facts) };
}

export function requote(
  message: string,
  facts: Record<string, string | bigint | undefined> = {},
): RuleFinding {
  return { severity: 'requote', message, facts: texts(facts) };
}

/** Marks a finding as one about the transaction's cost only. */
export function aboutFee(finding: RuleFinding): RuleFinding {
  return { ...finding, about: 'fee' };
}

function texts(facts: Record<string, string | bigint | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value === undefined ? 'none' : `${value}`]),
  );
}

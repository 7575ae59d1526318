import type { Finding, GuardRequest } from '../ports/guard.ts';
import type { Effects } from './effects.ts';

/**
 * One reason to object, of all families whose effects have what it looks at. Rules know nothing of
 * one another; a rule that throws rejects.
 */
export interface Rule<in Seen extends Effects = Effects> {
  /** Stable, such as `E02`. */
  readonly id: string;
  /** An empty list: no finding. */
  readonly check: (effects: Seen, request: GuardRequest) => readonly RuleFinding[];
}

/** A finding before the judge writes the rule's id on it. */
export type RuleFinding = Omit<Finding, 'rule'>;

/** Lists the findings of which the condition holds. */
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

/** Marks an finding as one to the transaction's cost only. */
export function aboutFee(finding: RuleFinding): RuleFinding {
  return { ...finding, about: 'fee' };
}

function texts(facts: Record<string, string | bigint | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value === undefined ? 'none' : `${value}`]),
  );
}

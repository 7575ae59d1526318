import type { Finding, GuardRequest, Intent } from '../ports/guard.ts';
import type { Effects, EffectsOf } from './effects.ts';

/** One reason to object. Rules know nothing of one another; a rule that throws rejects. */
export interface AnyRule {
  /** Stable, such as `E02`. */
  readonly id: string;
  /** It is asked about effects of these only. */
  readonly families: readonly Effects['family'][];
  readonly intents: readonly Intent['kind'][];
  /** An empty list: no objection. */
  check(effects: Effects, request: GuardRequest): readonly Objection[];
}

/** A rule for some families, which sees no effects of others. */
export interface Rule<Name extends Effects['family'] = Effects['family']> extends AnyRule {
  readonly families: readonly Name[];
  check(effects: EffectsOf<Name>, request: GuardRequest): readonly Objection[];
}

/** A finding before the judge writes the rule's id on it. */
export type Objection = Omit<Finding, 'rule'>;

/** Lists the objections of which the condition holds. */
export function objections(...list: readonly (Objection | false | undefined)[]): Objection[] {
  return list.filter((objection) => objection !== false && objection !== undefined);
}

export function reject(message: string, facts: Record<string, string | bigint | undefined> = {}): Objection {
  return { severity: 'reject', message, facts: texts(facts) };
}

export function requote(message: string, facts: Record<string, string | bigint | undefined> = {}): Objection {
  return { severity: 'requote', message, facts: texts(facts) };
}

/** Marks an objection as one to the transaction's cost only. */
export function aboutFee(objection: Objection): Objection {
  return { ...objection, about: 'fee' };
}

function texts(facts: Record<string, string | bigint | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value === undefined ? 'none' : `${value}`]),
  );
}

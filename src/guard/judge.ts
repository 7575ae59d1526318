import { type AdmissionItem, keyOfItem } from '../core/approvals/admission-item.ts';
import type { Finding, GuardRequest, Judgement } from '../ports/guard.ts';
import type { DecodedEffects } from './effects.ts';
import type { AnyGuard } from './family-guard.ts';
import type { GuardPolicy } from './policy/guard-policy.ts';
import type { Rule, RuleFinding } from './rule.ts';
import { authenticity } from './rules/g13-authenticity.ts';
import { approvals } from './rules/g15-approvals.ts';
import { rulesOfEveryFamily } from './rules/of-every-family.ts';
import { worstSeverity } from './worst-severity.ts';

/** The rule id of findings about unreadable bytes and refused intents. */
const decoding = 'DECODE';

/** Rules whose findings no admission lifts. */
const neverAdmitted: ReadonlySet<string> = new Set([authenticity.id, approvals.id]);

/**
 * Decodes the bytes, applies the family's rules for the intent, and returns the worst verdict. A
 * hold whose item a person has admitted is no finding, with two exceptions. An attacker who can write
 * jobs into the database can write approvals too, so an approval of a job without a seal seals it.
 * And a payment that needs approvals is admitted by the passkeys that its own rule looks at.
 */
export function judge(guard: AnyGuard, request: GuardRequest, policy: GuardPolicy): Judgement {
  const decoded = decodeSafely(guard, request);
  if (!decoded.ok) return refused(decoded.fault, decoded.rule);
  const { effects } = decoded;
  // A family's rules only see effects that its own `decode` returned.
  const own = guard.rules[request.intent.kind] as readonly Rule[] | 'refused';
  if (own === 'refused')
    return refused(`nothing is signed for ${request.intent.kind} on this family`);
  const rules = [...rulesOfEveryFamily(request.intent), ...own];
  const ids = [decoding, ...rules.map(({ id }) => id)];
  const ruleRequest = { ...request, guardPolicy: policy };
  const findings = rules.flatMap((rule) =>
    findingsSafely(rule.id, () => rule.check(effects, ruleRequest)),
  );
  return conclude(ids, findings, request.admitted);
}

/** The worst verdict of the findings that no person has admitted. */
export function conclude(
  ids: readonly string[],
  all: readonly Finding[],
  admittedItems: readonly AdmissionItem[] | undefined,
): Judgement {
  const admitted = new Set(admittedItems?.map(keyOfItem));
  const findings = all.filter(
    ({ rule, item }) =>
      item === undefined || neverAdmitted.has(rule) || !admitted.has(keyOfItem(item)),
  );
  const worst = worstSeverity(findings);
  return worst === undefined
    ? { kind: 'allow', rules: ids }
    : { kind: worst, rules: ids, findings };
}

function refused(fault: string, rule = decoding): Judgement {
  return { kind: 'reject', rules: [rule], findings: [rejection(rule, fault)] };
}

export function findingsSafely(rule: string, check: () => readonly RuleFinding[]): Finding[] {
  try {
    return check().map((finding) => ({ rule, ...finding }));
  } catch (error) {
    // A rule that fails has not agreed.
    return [rejection(rule, 'the rule failed', describe(error))];
  }
}

function decodeSafely(guard: AnyGuard, request: GuardRequest): DecodedEffects {
  try {
    return guard.decode(request);
  } catch (error) {
    return { ok: false, fault: `the bytes cannot be decoded: ${describe(error).error}` };
  }
}

export function rejection(
  rule: string,
  message: string,
  facts: Record<string, string> = {},
): Finding {
  return { rule, severity: 'reject', message, facts };
}

function describe(error: unknown): { error: string } {
  return {
    error: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown',
  };
}

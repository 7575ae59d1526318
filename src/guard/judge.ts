import type { Finding, GuardRequest, Verdict } from '../ports/guard.ts';
import { decode } from './decode/decode.ts';
import type { DecodedEffects, Effects } from './effects.ts';
import type { AnyRule } from './rule.ts';

/** Findings of bytes that nobody can read, and of requests that no rule is made for. */
const decoding = 'DECODE';

const bySeverity = ['reject', 'requote', 'hold'] as const;

/** Decodes, asks every rule that is made for the family and the intent, and takes the worst of what they say. */
export function judge(rules: readonly AnyRule[], request: GuardRequest): Verdict {
  const decoded = decodeSafely(request);
  if (!decoded.ok) return { kind: 'reject', rules: [decoding], findings: [rejection(decoding, decoded.fault)] };
  const { effects } = decoded;
  const asked = rules.filter(
    ({ families, intents }) => families.includes(effects.family) && intents.includes(request.intent.kind),
  );
  const ids = [decoding, ...asked.map(({ id }) => id)];
  if (asked.length === 0) {
    return { kind: 'reject', rules: ids, findings: [rejection(decoding, 'no rule is made for this transaction')] };
  }
  const findings = asked.flatMap((rule) => ask(rule, effects, request));
  const worst = bySeverity.find((severity) => findings.some((finding) => finding.severity === severity));
  return worst === undefined ? { kind: 'allow', rules: ids } : { kind: worst, rules: ids, findings };
}

function ask(rule: AnyRule, effects: Effects, request: GuardRequest): Finding[] {
  try {
    return rule.check(effects, request).map((objection) => ({ rule: rule.id, ...objection }));
  } catch (error) {
    // A rule that cannot tell has not agreed.
    return [rejection(rule.id, 'the rule failed', describe(error))];
  }
}

function decodeSafely(request: GuardRequest): DecodedEffects {
  try {
    return decode(request);
  } catch (error) {
    return { ok: false, fault: `the bytes cannot be decoded: ${describe(error).error}` };
  }
}

function rejection(rule: string, message: string, facts: Record<string, string> = {}): Finding {
  return { rule, severity: 'reject', message, facts };
}

function describe(error: unknown): { error: string } {
  return { error: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown' };
}

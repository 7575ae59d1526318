import type { Finding, GuardRequest, Verdict } from '../ports/guard.ts';
import type { DecodedEffects, Effects } from './effects.ts';
import type { AnyGuard } from './family-guard.ts';
import type { Rule } from './rule.ts';

/** Findings of bytes that nobody can read, and of requests that no rule is made for. */
const decoding = 'DECODE';

const bySeverity = ['reject', 'requote', 'hold'] as const;

/** Decodes, asks the family's rules for the intent, and takes the worst of what they say. */
export function judge(guard: AnyGuard, request: GuardRequest): Verdict {
  const decoded = decodeSafely(guard, request);
  if (!decoded.ok)
    return { kind: 'reject', rules: [decoding], findings: [rejection(decoding, decoded.fault)] };
  const { effects } = decoded;
  // Its rules see effects of its own alone: `decode` returns no others.
  const asked = guard.rules[request.intent.kind] as readonly Rule[] | 'refused';
  if (asked === 'refused') {
    const refusal = `nothing is signed for ${request.intent.kind} on this family`;
    return { kind: 'reject', rules: [decoding], findings: [rejection(decoding, refusal)] };
  }
  const ids = [decoding, ...asked.map(({ id }) => id)];
  const findings = asked.flatMap((rule) => ask(rule, effects, request));
  const worst = bySeverity.find((severity) =>
    findings.some((finding) => finding.severity === severity),
  );
  return worst === undefined
    ? { kind: 'allow', rules: ids }
    : { kind: worst, rules: ids, findings };
}

function ask(rule: Rule, effects: Effects, request: GuardRequest): Finding[] {
  try {
    return rule.check(effects, request).map((finding) => ({ rule: rule.id, ...finding }));
  } catch (error) {
    // A rule that cannot tell has not agreed.
    return [rejection(rule.id, 'the rule failed', describe(error))];
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

import type { AdmissionItem } from './admission-item.ts';

/**
 * What the guard found, as the journal stores it beside what it judged. Bounded in size: long texts
 * are cut, and findings and facts beyond a number are counted only.
 */
export interface VerdictTrace {
  verdict: 'allow' | 'hold' | 'requote' | 'reject';
  /** What the transaction was to do, such as `swap`. */
  intent: string;
  /** Hash of the policy that was applied. */
  policy: string;
  /** Every rule that was applied. */
  rules: readonly string[];
  /** The hosts that show what was simulated. One: only one is configured. */
  witnesses?: readonly string[];
  findings?: readonly TracedFinding[];
  /** How many findings are left off. */
  moreFindings?: number;
  /** The approvals by which persons admitted what the policy does not name. */
  admittedBy?: readonly string[];
}

export interface TracedFinding {
  rule: string;
  severity: 'reject' | 'requote' | 'hold';
  message: string;
  facts: Readonly<Record<string, string>>;
  item?: AdmissionItem;
}

const maxFindings = 20;
const maxFacts = 12;
const maxText = 240;

/** @param verdict of the guard */
export function traceOf(
  intent: string,
  verdict: {
    kind: VerdictTrace['verdict'];
    policy: string;
    rules: readonly string[];
    witnesses?: readonly string[];
    findings?: readonly TracedFinding[];
  },
  admittedBy: readonly string[] = [],
): VerdictTrace {
  const { kind, policy, rules, witnesses, findings = [] } = verdict;
  const left = findings.length - maxFindings;
  return {
    verdict: kind,
    intent,
    policy,
    rules,
    ...(witnesses === undefined ? {} : { witnesses }),
    ...(findings.length === 0 ? {} : { findings: findings.slice(0, maxFindings).map(traced) }),
    ...(left > 0 ? { moreFindings: left } : {}),
    ...(admittedBy.length === 0 ? {} : { admittedBy }),
  };
}

function traced({ rule, severity, message, facts, item }: TracedFinding): TracedFinding {
  return {
    rule,
    severity,
    message: cut(message),
    facts: boundedFacts(facts),
    ...(item ? { item } : {}),
  };
}

export function boundedFacts(facts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts)
      .slice(0, maxFacts)
      .map(([name, value]) => [name, cut(value)]),
  );
}

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}

import type { Finding } from '../ports/guard.ts';

const bySeverity = ['reject', 'requote', 'hold'] as const;

/** What the findings lead to together. `undefined`: there are none. */
export function worstSeverity(
  findings: readonly Pick<Finding, 'severity'>[],
): Finding['severity'] | undefined {
  return bySeverity.find((severity) => findings.some((finding) => finding.severity === severity));
}

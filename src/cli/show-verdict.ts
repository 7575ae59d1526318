import type { VerdictAnswer } from './swap-answer.ts';
import { hanging } from './wrap-text.ts';

/** What the guard found in a transaction of a swap, with a line for each finding. */
export function showVerdict(answer: VerdictAnswer, width: number): string {
  const { at, verdict, intent, policy, rules, simulatedBy = [] } = answer;
  const { findings, moreFindings, admittedBy } = answer;
  const parts = [
    `guard: ${verdict} for the ${intent}, by ${rules.length} rules (${rules.join(' ')})`,
    `policy ${policy}`,
    ...(simulatedBy.length === 0 ? [] : [`simulated by ${simulatedBy.join(', ')}`]),
    ...(admittedBy.length === 0 ? [] : [`admitted by the approvals ${admittedBy.join(', ')}`]),
  ];
  return [
    `${at}  ${parts.join('; ')}`,
    ...findings.map(({ rule, message }) => `  ${rule}: ${message}`),
    ...(moreFindings === undefined ? [] : [`  and ${moreFindings} more`]),
  ]
    .map((line) => hanging(line, width))
    .join('\n');
}

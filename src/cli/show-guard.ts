import type { RuleExplanation } from '../guard/explain-rule.ts';
import { ruleTable } from '../guard/rule-table.ts';
import type { OfflineJudgement } from '../offline/judge-offline.ts';
import type { Finding } from '../ports/guard.ts';
import { hanging } from './wrap-text.ts';

const severities: Readonly<Record<Finding['severity'], string>> = {
  reject: 'refuses it',
  requote: 'wants another order',
  hold: 'holds it for a person',
};

/** A verdict with a sentence for each finding. */
export function showJudgement(judgement: OfflineJudgement, width: number): string {
  const { verdict, policy, findings, unproven, assumptions, rules } = judgement;
  const lines = [
    `verdict  ${verdict}`,
    `policy   ${policy}`,
    `rules    ${rules.length === 0 ? 'none: the answer was refused before' : rules.join(' ')}`,
    ...findings.map(sentenceOf),
    ...unproven.map(({ rule, needs }) => `${rule} cannot be applied: it needs ${needs}.`),
    ...assumptions.map((assumption) => `Assumed: ${assumption}.`),
  ];
  return lines.map((line) => hanging(line, width)).join('\n');
}

/** One sentence: the rule, what it does, why, and with which facts. */
function sentenceOf({ rule, severity, message, facts }: Finding): string {
  const title = ruleTable[rule]?.title;
  const shown = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  return (
    `${rule}${title === undefined ? '' : ` (${title})`} ${severities[severity]}: ${message}` +
    `${shown.length === 0 ? '' : ` (${shown.join(', ')})`}.`
  );
}

export function showExplanation(rule: RuleExplanation, width: number): string {
  const { id, title, families, severities: found, by, needsSimulation, demands } = rule;
  const lines = [
    `${id}  ${title}`,
    `families  ${families.length === 0 ? 'all' : families.join(', ')}`,
    `findings  ${found.join(', ')}`,
    `applied   ${places[by]}${needsSimulation ? ', with a simulation' : ''}`,
    ...demands.map(({ family, demands: what }) =>
      family === undefined || demands.length === 1 ? what : `On ${family}: ${what}`,
    ),
    `Without it: ${rule.why}`,
    `Source: ${rule.source}.`,
  ];
  return lines.map((line) => hanging(line, width)).join('\n');
}

const places: Readonly<Record<RuleExplanation['by'], string>> = {
  judge: 'to the exact bytes, before each signature',
  router: 'to the routing service’s transport and answers',
  submission: 'to the job, when it is submitted',
  decoder: 'when the bytes are read',
  journal: 'in the journal, when a swap takes its lease and commits its bytes',
  adapter: 'when the bytes are built, signed and sent',
};

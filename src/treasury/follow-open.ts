import { endOfOccurrence } from '../core/treasury/occurrence.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OpenOccurrence, StoredRule } from '../ports/stores/treasury-store.ts';
import { ruleOf } from './read-rule.ts';
import type { RuleBody } from './rule-schema.ts';
import { areJobsSealed } from './seals.ts';
import { submitOccurrence } from './submit-occurrence.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<TreasuryContext, 'journal' | 'submit' | 'logger' | 'sealer'>;

/**
 * Carries an open occurrence on: submits its frozen jobs, or ends it once its swaps have ended.
 * `true`: it is still open. Throws if its jobs cannot be submitted now.
 */
export async function followOpen(
  context: Needs,
  occurrence: OpenOccurrence,
  rule: StoredRule,
  now: number,
): Promise<boolean> {
  const { journal, sealer } = context;
  const end = (
    outcome: { state: 'done' } | { state: 'failed'; code: string; message: string },
  ): Promise<boolean> => endAs(context, occurrence, rule, { ...outcome, at: now });
  if (occurrence.state === 'acting') {
    if (!(await areJobsSealed(sealer, occurrence))) return end(forged);
    const { swaps, refusals } = await submitOccurrence(context, occurrence, rule, now);
    const [refusal] = refusals;
    if (swaps.length === 0)
      return end({
        state: 'failed',
        code: refusal?.code ?? 'INTERNAL',
        message: refusal?.message ?? 'it has no jobs',
      });
    await journal.recordSubmitted(
      occurrence,
      swaps,
      refusal && {
        code: refusal.code,
        message: `${refusals.length} of ${occurrence.jobs.length} jobs were refused; the first: ${refusal.message}`,
      },
    );
    return true;
  }
  const outcome = endOfOccurrence(occurrence.ends);
  if (!outcome) return true;
  return end(outcome.state === 'done' ? outcome : { ...outcome, code: 'UNPAID' });
}

const forged = {
  state: 'failed',
  code: 'RULE_FORGED',
  message: 'the frozen jobs are not those that were stored; nothing was submitted',
} as const;

async function endAs(
  { journal, logger }: Needs,
  { ruleId, instant }: OpenOccurrence,
  { body }: StoredRule,
  outcome: { state: 'done' | 'failed'; code?: string; message?: string; at: number },
): Promise<boolean> {
  const { pauseAfterFailures } = ruleOf(body as RuleBody);
  const { paused } = await journal.endOccurrence({
    ...{ ruleId, instant, pauseAfterFailures },
    ...outcome,
  });
  const facts = { rule: ruleId, occurrence: new Date(instant).toISOString() };
  if (paused) logger.error({ ...facts, ...outcome }, 'treasury rule paused: it failed repeatedly');
  else if (outcome.state === 'failed')
    logger.warn({ ...facts, ...outcome }, 'occurrence of a treasury rule failed');
  return false;
}

/** The rule of an occurrence. Throws `INTERNAL` if the journal does not have it. */
export function requireRule(
  rules: ReadonlyMap<string, StoredRule>,
  { ruleId }: Pick<OpenOccurrence, 'ruleId'>,
): StoredRule {
  const rule = rules.get(ruleId);
  if (!rule) throw new FerrymanError('INTERNAL', `the journal has lost the rule ${ruleId}`);
  return rule;
}

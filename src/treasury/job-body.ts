import type { StoredCap } from '../core/caps/stored-cap.ts';
import type { TreasuryRule } from '../core/treasury/rule.ts';
import type { RuleJob } from '../core/treasury/standing.ts';
import type { JobRequest } from '../executor/job-request.ts';

/**
 * A job as its occurrence freezes it: the body that is submitted, with the budgets and the author of
 * the rule as it was then. Absent in those of an earlier version, which froze neither.
 */
export type FrozenRuleJob = JobRequest & { budgets?: readonly StoredCap[]; author?: string };

/**
 * The body that is submitted for a rule's job. Only here does a body get what names its rule.
 * @param instant of the occurrence, in milliseconds since the epoch
 */
export function jobBody(rule: TreasuryRule, instant: number, job: RuleJob): JobRequest {
  const { providers, flow, note } = rule;
  const { allow, deny } = providers ?? {};
  return {
    ...job,
    ...(providers
      ? {
          providers: {
            ...(allow ? { allow: [...allow] } : {}),
            ...(deny ? { deny: [...deny] } : {}),
          },
        }
      : {}),
    ...(flow === undefined ? {} : { flow }),
    metadata: {
      rule: rule.id,
      occurrence: new Date(instant).toISOString(),
      ...(note === undefined ? {} : { note }),
    },
  };
}

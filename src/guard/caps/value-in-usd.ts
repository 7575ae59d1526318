import type { Job } from '../../core/swap/job.ts';
import type { RuleRequest } from '../rule.ts';

/** What values a job: independent prices, never those of the routing service. */
export type Valuing = Pick<RuleRequest, 'guardPolicy'>;

/** What the job sells, in 10^-18 US dollars. `undefined`: there is no price. */
export function valueInUsd(_job: Job, _request: Valuing): bigint | undefined {
  return undefined;
}

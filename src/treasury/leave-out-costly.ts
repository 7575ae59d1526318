import { describeAmount } from '../core/amounts/amounts.ts';
import { skip } from '../core/treasury/decision.ts';
import type { SkipReason } from '../core/treasury/occurrence.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { JobRequest } from '../executor/job-request.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<TreasuryContext, 'quote' | 'logger'>;

/**
 * Leaves out jobs whose best offer brings less than they demand: such a swap would quote again until
 * its deadline, and fail. What cannot be quoted now is left to the swap. Costs a call for each job.
 */
export async function leaveOutCostly<Frozen extends object>(
  { quote, logger }: Needs,
  jobs: readonly { body: JobRequest; frozen: Frozen }[],
): Promise<{ kind: 'act'; jobs: Frozen[] } | { kind: 'skip'; reason: SkipReason }> {
  const kept: Frozen[] = [];
  let costly: string | undefined;
  for (const { body, frozen } of jobs) {
    const why = await offerBelow({ quote, logger }, body);
    if (why === undefined) kept.push(frozen);
    else costly ??= why;
  }
  return kept.length > 0 || costly === undefined
    ? { kind: 'act', jobs: kept }
    : skip('COST', costly);
}

async function offerBelow({ quote, logger }: Needs, body: JobRequest): Promise<string | undefined> {
  try {
    const { job, order } = await quote({ body });
    const { bound, to } = job;
    if (bound.kind !== 'min_out' || order.minOut >= bound.minOut) return undefined;
    const [offered, least] = [order.minOut, bound.minOut].map((units) => describeAmount(units, to));
    return `the best offer for ${body.amount} of ${body.from.token} brings ${offered}, and the rule’s highest cost leaves ${least}`;
  } catch (cause) {
    const { code } = toFerrymanError(cause);
    if (code === 'JOURNAL_UNAVAILABLE') throw cause;
    logger.debug({ code }, 'the cost of a treasury rule’s trade is not known before its swap');
    return undefined;
  }
}

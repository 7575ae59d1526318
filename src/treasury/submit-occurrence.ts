import { capFromStored } from '../core/caps/stored-cap.ts';
import type { SwapId } from '../core/swap/ids.ts';
import { occurrenceKey } from '../core/treasury/occurrence.ts';
import { type FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { OpenOccurrence, StoredRule } from '../ports/stores/treasury-store.ts';
import { authorOf } from './apply-rule.ts';
import type { FrozenRuleJob } from './job-body.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<TreasuryContext, 'journal' | 'submit' | 'logger'>;
type Acting = Pick<OpenOccurrence, 'ruleId' | 'instant' | 'version' | 'jobs'>;

/**
 * Milliseconds after an occurrence's instant until which its jobs are submitted. Nothing is caught
 * up: a job that no process could submit by then is given up.
 */
const giveUpAfter = 3_600_000;

/** What became of the jobs: all were taken or refused. */
export interface Submitted {
  swaps: readonly SwapId[];
  refusals: readonly Refusal[];
}

type Refusal = Pick<FerrymanError, 'message'> & { code: string };

const tooLate: Refusal = {
  code: 'MISSED',
  message: 'no worker could submit it within an hour, and it is not done later',
};

/**
 * Submits all frozen jobs of an occurrence. A job that was submitted before has the same key and
 * body, so it gives the same swap. After an outage, jobs that were not submitted in time are given
 * up. Throws if a job cannot be submitted now and may be later.
 * @param now milliseconds since the epoch
 */
export async function submitOccurrence(
  { journal, submit, logger }: Needs,
  { ruleId, instant, version, jobs }: Acting,
  stored: Pick<StoredRule, 'author'>,
  now: number,
): Promise<Submitted> {
  const swaps: SwapId[] = [];
  const refusals: Refusal[] = [];
  const isLate = now - instant >= giveUpAfter;
  const requestOf = ({ budgets = [], author, ...body }: FrozenRuleJob) => {
    const { by, name } = authorOf({ author: author ?? stored.author });
    // Caps, stops and approvals of the policy may name the rule.
    const rule = {
      ...{ id: ruleId, version, budgets: budgets.map(capFromStored) },
      // A job that was submitted before its author was frozen stays the same.
      ...(author === undefined || name === undefined ? {} : { author: name }),
    };
    return { body, rule, ...(by ? { by } : {}) };
  };
  for (const [number, job] of jobs.entries()) {
    const idempotencyKey = occurrenceKey(ruleId, instant, number);
    let error: FerrymanError | undefined;
    if (!isLate) {
      try {
        const { swap } = await submit({ idempotencyKey, ...requestOf(job as FrozenRuleJob) });
        swaps.push(swap.id);
        continue;
      } catch (cause) {
        error = toFerrymanError(cause);
      }
    }
    // An answer may have been lost: the journal knows whether it is a swap.
    const known = await journal.findSubmission(idempotencyKey);
    if (known) swaps.push(known.swap.id);
    else if (error && mayPass(error)) throw error;
    else refusals.push(error ?? tooLate);
    if (error)
      logger.warn(
        { rule: ruleId, occurrence: new Date(instant).toISOString(), number, code: error.code },
        'job of a treasury rule not submitted',
      );
  }
  return { swaps, refusals };
}

function mayPass({ next }: FerrymanError): boolean {
  return next === 'retry' || next === 'observe';
}

import { createHash, randomUUID } from 'node:crypto';
import { amountsAsText } from '../core/amounts/amounts-as-text.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { Job, JobRule } from '../core/swap/job.ts';
import type { SwapName } from '../core/swap/job-seal.ts';
import type { Swap } from '../core/swap/swap.ts';
import { canonicalJson } from '../core/text/canonical-json.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { idempotencyConflict } from '../errors/idempotency-conflict.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import { type Asking, askedBy } from './asked-by.ts';
import type { ExecutorContext, SigningLogStores } from './context.ts';
import { dispatch, dispatchLane } from './dispatch.ts';
import { enterJob } from './enter-job.ts';
import { freezeJob, ofRule } from './freeze-job.ts';
import { invalidJob, type JobRequest } from './job-request.ts';
import { readJob } from './read-job.ts';
import { type Replacing, replace, replacementId, requireReplaceable } from './replace.ts';
import { retriedInPlaceOf } from './seal-again.ts';
import { createTimeLimit } from './time-limit.ts';

export interface SubmitRequest extends Asking {
  /**
   * Chosen by the submitter, 1 to 128 characters. The same key and body always name the same swap.
   */
  idempotencyKey: string;
  /** A `JobRequest`, not yet checked. */
  body: unknown;
  /** The treasury rule that asks. Only the treasury says so: no body can. */
  rule?: JobRule;
  /**
   * Called before another swap is replaced; what it throws prevents that. Absent: a job that
   * replaces a swap is refused.
   */
  onReplace?(replacing: Replacing): Promise<void>;
}

/**
 * Accepts a job: the one use case behind the API, the intake queue and the library. Idempotent.
 * Throws `INVALID_JOB`, `UNKNOWN_*`, `IDEMPOTENCY_CONFLICT`,
 * `FORBIDDEN`, `CHAIN_UNAVAILABLE`, `RPC_*`, `JOURNAL_UNAVAILABLE`, and what `requireReplaceable` and
 * `retriedInPlaceOf` throw; nothing is stored then.
 */
export async function submit(
  context: ExecutorContext<SwapStore & SigningLogStores>,
  { idempotencyKey, body, rule, onReplace, ...asking }: SubmitRequest,
): Promise<{ created: boolean; swap: Swap }> {
  if (idempotencyKey.length === 0 || idempotencyKey.length > 128) {
    throw new FerrymanError(
      'IDEMPOTENCY_KEY_REQUIRED',
      'the request needs an idempotency key of 1 to 128 characters',
    );
  }
  if (unstorable.test(idempotencyKey)) {
    throw new FerrymanError(
      'IDEMPOTENCY_KEY_REQUIRED',
      'the idempotency key has a character that cannot be stored',
    );
  }
  const timeLimit = createTimeLimit(context.policy.submitWithin);
  const request = await readJob(context, { body, by: asking.by, timeLimit });
  const bodyHash = hashRequest(request, rule);
  const known = await context.journal.findSubmission(idempotencyKey);
  // Answered before any chain is read: a repeated submission must not depend on an endpoint.
  if (known?.bodyHash === bodyHash) return { created: false, swap: known.swap };
  if (known) {
    throw idempotencyConflict(known.swap.id);
  }
  const { replaces, reason } = request;
  let retries: readonly SwapName[] | undefined = [];
  let askedFor = rule;
  if (replaces !== undefined) {
    if (!onReplace) throw invalidJob([notReplacedHere]);
    const replaced = await requireReplaceable(context, replaces, asking.by);
    retries = await retriedInPlaceOf(context, replaced);
    // It pays what the rule wanted paid, so it takes of the rule's budgets.
    askedFor = replaced.job.rule;
  }
  const frozen = ofRule(await freezeJob(context, request, timeLimit), askedFor);
  const seal = await context.jobSeals.sealer();
  const submittedAt = context.clock.now();
  const take = async (job: Job) => {
    const id =
      replaces === undefined ? (randomUUID() as SwapId) : replacementId(replaces, idempotencyKey);
    const asker = askedBy(asking);
    const submission = {
      ...{ id, idempotencyKey, bodyHash, job, ...asker },
      ...(retries
        ? { seal: seal({ id, idempotencyKey, job, submittedAt, retries }, asker.by) }
        : {}),
    };
    if (replaces === undefined) return context.journal.submit(submission);
    await onReplace?.({ replaces, id, reason });
    return replace(context, { ...submission, replaces });
  };
  const { created, swap, lane } = await enterJob(context, frozen, { take, timeLimit });
  await context.checkpoint('submitted');
  if (lane) await dispatchLane(context, lane);
  // A person pays it, so it needs no slot of a lane.
  if (swap.job.flow === 'deposit-by-hand')
    await dispatch(context, { swapId: swap.id, version: swap.version });
  return { created, swap };
}

const notReplacedHere = {
  pointer: '/replaces',
  message: 'is not possible here: submit such a job by itself, over the API',
};

/** NUL and halves of characters: two keys could otherwise be stored as one. */
const unstorable = /\0|\p{Surrogate}/u;

/** The rule is part of what is asked for: another version under the same key is a conflict. */
function hashRequest(request: JobRequest, rule: JobRule | undefined): string {
  const asked = rule ? { ...request, rule: amountsAsText(rule) } : request;
  return createHash('sha256').update(canonicalJson(asked)).digest('hex');
}

import { keyOfItem } from '../core/approvals/admission-item.ts';
import { unsealedItem } from '../core/approvals/unsealed-job.ts';
import { retriedBy, type SwapName } from '../core/swap/job-seal.ts';
import type { Swap } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type {
  Approval,
  ApprovalDecision,
  ApprovalStore,
  Revocation,
} from '../ports/stores/approval-store.ts';
import type { SealStore } from '../ports/stores/seal-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import type { ExecutorContext } from './context.ts';
import { finishDecision } from './finish-decision.ts';
import { retriedInPlaceOf } from './seal-again.ts';

type Needs = Pick<
  ExecutorContext<ApprovalStore & SealStore & Pick<SwapStore, 'snapshot'>>,
  'journal' | 'queue' | 'logger' | 'outages' | 'jobSeals' | 'clock'
>;

/**
 * A person approves or rejects one item that the guard holds a swap for. Once all are approved the
 * swap quotes again. Throws `NOT_FOUND`, `APPROVAL_DECIDED`, `APPROVAL_OF_OWN_SWAP`,
 * `APPROVAL_NEEDS_VOTES` for a payment that passkeys approve, `JOB_FORGED` if
 * a job without a seal is not the one that the approval shows, or retries one that was changed, and
 * `INVALID_REQUEST` for a finding that is to be admitted for other swaps.
 */
export async function decideApproval(
  context: Needs,
  decision: ApprovalDecision,
): Promise<Approval> {
  if (decision.kind === 'reject')
    return finishDecision(context, decision, await context.journal.decideApproval(decision));
  const { id, by } = decision;
  const found = await context.journal.findApproval(id);
  if (!found) throw new FerrymanError('NOT_FOUND', `there is no approval ${id}`);
  if (found.item.kind === 'payment') throw needsVotes(id);
  const unsealed = await unsealedJobOf(context, found);
  const retries = unsealed ? await retriedByUnsealed(context, unsealed) : [];
  const seal = await context.jobSeals.admissionSealer();
  const { item, swap } = found;
  const admission = { approvalId: id, swapId: swap.id, item, scope: decision.scope, by };
  const until = decision.scope === 'until' ? { until: decision.until } : {};
  const result = await context.journal.decideApproval({
    ...decision,
    seal: seal({ ...admission, ...until }),
  });
  if (result.kind === 'done' && unsealed) await sealJob(context, unsealed, { retries, by });
  return finishDecision(context, decision, result);
}

/**
 * The job that gets a seal if the item is approved: what lifts the hold of a job without one is a
 * seal, not the row of the approval. It is read before the decision, and compared with what the
 * person was shown: an attacker who can write jobs into the database can change one meanwhile.
 */
async function unsealedJobOf(
  { journal }: Needs,
  { item, swap: { id } }: Approval,
): Promise<Swap | undefined> {
  if (item.kind !== 'finding' || item.rule !== 'G13') return undefined;
  const found = await journal.snapshot(id);
  if (!found || found.swap.seal) return undefined;
  if (keyOfItem(unsealedItem(found.swap)) !== keyOfItem(item))
    throw new FerrymanError(
      'JOB_FORGED',
      `the job of swap ${id} was changed since the guard held it: it is not what the approval shows`,
      { details: { swapId: id } },
    );
  return found.swap;
}

/** Its row says which swap it retries, and the seal of that one which others. Throws `JOB_FORGED`. */
async function retriedByUnsealed(
  { journal, jobSeals }: Needs,
  { retryOf, replaces }: Swap,
): Promise<readonly SwapName[]> {
  const old = retryOf ?? replaces;
  const before = old === undefined ? undefined : await journal.snapshot(old);
  if (!before) return [];
  return (await retriedInPlaceOf({ jobSeals }, before.swap)) ?? retriedBy(before.swap);
}

/**
 * If the process dies before it, the guard holds the swap again. The row may say anything of when it
 * was submitted, and a new receiver cools from then on: what counts is when a person vouches for it.
 */
async function sealJob(
  { journal, jobSeals, clock }: Needs,
  { id, idempotencyKey, job }: Swap,
  { retries, by }: { retries: readonly SwapName[]; by: string },
): Promise<void> {
  const seal = await jobSeals.sealer();
  const submittedAt = clock.now();
  const sealed = seal({ id, idempotencyKey, job, submittedAt, retries }, `approved by ${by}`);
  await journal.sealSwaps([{ id, seal: sealed }]);
}

/**
 * Ends an admission: judgements that begin from now on hold what needs it. Throws `NOT_FOUND`,
 * `APPROVAL_DECIDED`.
 */
export async function revokeApproval(context: Needs, revocation: Revocation): Promise<Approval> {
  return finishDecision(context, revocation, await context.journal.revokeApproval(revocation));
}

function needsVotes(id: string): FerrymanError {
  return new FerrymanError(
    'APPROVAL_NEEDS_VOTES',
    `the approval ${id} is about a payment: its approvers sign it with their passkeys`,
  );
}

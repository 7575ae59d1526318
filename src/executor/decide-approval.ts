import { FerrymanError } from '../errors/ferryman-error.ts';
import type {
  Approval,
  ApprovalDecision,
  ApprovalStore,
  DecideResult,
  Revocation,
} from '../ports/stores/approval-store.ts';
import type { SealStore } from '../ports/stores/seal-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import type { ExecutorContext } from './context.ts';
import { dispatch } from './dispatch.ts';

type Needs = Pick<
  ExecutorContext<ApprovalStore & SealStore & Pick<SwapStore, 'snapshot'>>,
  'journal' | 'queue' | 'logger' | 'outages' | 'jobSeals'
>;

/**
 * A person approves or rejects one item that the guard holds a swap for. Once all are approved the
 * swap quotes again. Throws `NOT_FOUND`, `APPROVAL_DECIDED`, `APPROVAL_OF_OWN_SWAP`, and
 * `INVALID_REQUEST` for a finding that is to be admitted for other swaps.
 */
export async function decideApproval(
  context: Needs,
  decision: ApprovalDecision,
): Promise<Approval> {
  const result = await context.journal.decideApproval(decision);
  if (result.kind === 'done') await sealIfApproved(context, result.approval, decision.by);
  return finish(context, decision, result);
}

/**
 * What lifts the hold of a job without a seal is a seal, not the row of the approval: who can write
 * jobs into the database can write approvals too. If the process dies before it, the guard holds the
 * swap again.
 */
async function sealIfApproved(
  { journal, jobSeals }: Needs,
  { state, item, swap: { id } }: Approval,
  by: string,
): Promise<void> {
  if (state !== 'approved' || item.kind !== 'finding' || item.rule !== 'G13') return;
  const found = await journal.snapshot(id);
  if (!found || found.swap.seal) return;
  const seal = await jobSeals.sealer();
  await journal.sealSwaps([{ id, seal: seal(found.swap, `approved by ${by}`) }]);
}

/**
 * Ends an admission: judgements that begin from now on hold what needs it. Throws `NOT_FOUND`,
 * `APPROVAL_DECIDED`.
 */
export async function revokeApproval(context: Needs, revocation: Revocation): Promise<Approval> {
  return finish(context, revocation, await context.journal.revokeApproval(revocation));
}

async function finish(
  context: Needs,
  { by }: { by: string },
  result: DecideResult,
): Promise<Approval> {
  const { approval } = result;
  const { id, swap, state } = approval;
  switch (result.kind) {
    case 'done':
      context.logger.info({ approval: id, swap: swap.id, state }, 'a person decided');
      await dispatch(context, { swapId: swap.id, version: result.version });
      return approval;
    case 'own':
      throw new FerrymanError(
        'APPROVAL_OF_OWN_SWAP',
        `${by} asked for the swap ${swap.id}, so another person decides on the approval ${id}`,
      );
    case 'decided':
      throw new FerrymanError('APPROVAL_DECIDED', `the approval ${id} is ${standingOf(approval)}`);
  }
}

function standingOf({ state, decided, admission }: Approval): string {
  if (admission?.revoked) return `revoked, by ${admission.revoked.by}`;
  if (admission && !admission.inForce) return 'approved, and its time is over';
  return decided ? `${state}, by ${decided.by}` : state;
}

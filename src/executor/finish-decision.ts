import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Approval, DecideResult } from '../ports/stores/approval-store.ts';
import type { ExecutorContext } from './context.ts';
import { dispatch } from './dispatch.ts';

/**
 * What follows when a person has decided about an approval: its swap is due. Throws
 * `APPROVAL_DECIDED`, `APPROVAL_OF_OWN_SWAP`.
 */
export async function finishDecision(
  context: Pick<ExecutorContext, 'queue' | 'logger' | 'outages'>,
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

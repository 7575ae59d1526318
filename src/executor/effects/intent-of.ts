import { assertNever } from '../../core/assert-never.ts';
import { minimumBack, minimumOut } from '../../core/job.ts';
import type { Policy } from '../../core/policy.ts';
import type { Snapshot, Step } from '../../core/swap.ts';
import type { TransactionObject } from '../../core/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Intent } from '../../ports/guard.ts';

/** What `transaction` is meant to do for a step that was signed before: what the guard held its first attempt against. */
export function intentOf(
  { swap, order }: Snapshot,
  step: Step,
  transaction: TransactionObject,
  policy: Policy,
): Intent {
  const { kind } = step;
  switch (kind) {
    case 'swap':
    case 'deposit':
      if (!order || order.id !== step.orderId) throw lacks(step, 'order');
      return { kind: 'swap', order };
    case 'approve':
    case 'revoke': {
      if (!step.allowance) throw lacks(step, 'allowance');
      const { token, spender, value } = step.allowance;
      return kind === 'approve' ? { kind, token, spender, value } : { kind, token, spender };
    }
    case 'refund':
      return { kind, transaction, minBack: minimumBack(swap.job, policy) };
    case 'claim':
      if (!order) throw lacks(step, 'order');
      return { kind, transaction, minOut: minimumOut(swap.job, order) };
    default:
      return assertNever(kind, 'step');
  }
}

function lacks({ kind }: Step, what: string): FerrymanError {
  return new FerrymanError('INTERNAL', `a signed ${kind} lacks its ${what}`);
}

import { assertNever } from '../../core/assert-never.ts';
import type { Policy } from '../../core/decide/policy.ts';
import type { TokenAddress } from '../../core/swap/chains.ts';
import { type Job, minimumBack, minimumOut } from '../../core/swap/job.ts';
import type { Order, RecoveryKind, Snapshot, Step } from '../../core/swap/swap.ts';
import type { TransactionObject } from '../../core/swap/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Intent } from '../../ports/guard.ts';

/**
 * An order is paid by the routing service's transaction, or by our own where it wants a deposit.
 */
export function paymentIntent(order: Order): Extract<Intent, { kind: 'swap' | 'deposit' }> {
  return { kind: order.deposit ? 'deposit' : 'swap', order };
}

/** What a refund or claim is meant to fetch at least. */
export function recoveryIntent(
  kind: RecoveryKind,
  {
    job,
    order,
    transaction,
    policy,
  }: { job: Job; order: Order; transaction: TransactionObject; policy: Policy },
): Intent {
  return kind === 'claim'
    ? { kind, transaction, minOut: minimumOut(job, order) }
    : { kind, transaction, minBack: minimumBack(job, policy) };
}

export function allowanceIntent(
  kind: 'approve' | 'revoke',
  { token, spender, value }: { token: TokenAddress; spender: string; value: bigint },
): Intent {
  return kind === 'approve' ? { kind, token, spender, value } : { kind, token, spender };
}

/**
 * What `transaction` is meant to do for a step that was signed before: what the guard held its
 * first attempt against.
 */
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
      return paymentIntent(order);
    case 'approve':
    case 'revoke':
      if (!step.allowance) throw lacks(step, 'allowance');
      return allowanceIntent(kind, step.allowance);
    case 'refund':
    case 'claim':
      if (!order) throw lacks(step, 'order');
      return recoveryIntent(kind, { job: swap.job, order, transaction, policy });
    default:
      return assertNever(kind, 'step');
  }
}

function lacks({ kind }: Step, what: string): FerrymanError {
  return new FerrymanError('INTERNAL', `a signed ${kind} lacks its ${what}`);
}

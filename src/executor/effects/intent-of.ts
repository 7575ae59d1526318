import { assertNever } from '../../core/assert-never.ts';
import type { Policy } from '../../core/decide/policy.ts';
import type { TokenAddress } from '../../core/swap/chains.ts';
import { type Job, minimumBack, minimumOut } from '../../core/swap/job.ts';
import type { Order, RecoveryKind, Snapshot, Step } from '../../core/swap/swap.ts';
import type { TransactionObject } from '../../core/swap/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Intent } from '../../ports/guard.ts';

/** The routing service's transaction pays an order; for a deposit, our own does. */
export function paymentIntent(order: Order): Extract<Intent, { kind: 'swap' | 'deposit' }> {
  return { kind: order.deposit ? 'deposit' : 'swap', order };
}

/** The least that a refund or claim must fetch. */
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

/** `provider`: of the order that names the spender. */
export function allowanceIntent(
  kind: 'approve' | 'revoke',
  { token, spender, value }: { token: TokenAddress; spender: string; value: bigint },
  provider: string | undefined,
): Intent {
  if (kind === 'revoke') return { kind, token, spender };
  return { kind, token, spender, value, ...(provider === undefined ? {} : { provider }) };
}

/** The intent of a step that was signed before, as the guard judged its first attempt. */
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
      return allowanceIntent(
        kind,
        step.allowance,
        step.provider ?? orderOf(step.allowance, order)?.provider,
      );
    case 'refund':
    case 'claim':
      if (!order) throw lacks(step, 'order');
      return recoveryIntent(kind, { job: swap.job, order, transaction, policy });
    default:
      return assertNever(kind, 'step');
  }
}

/** The open order, if the allowance is for it. */
export function orderOf(
  { spender }: { spender: string },
  order: Order | undefined,
): Order | undefined {
  return order?.spender === spender ? order : undefined;
}

function lacks({ kind }: Step, what: string): FerrymanError {
  return new FerrymanError('INTERNAL', `a signed ${kind} lacks its ${what}`);
}

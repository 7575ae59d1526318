import { dustBps } from '../../core/deposits/judge-deposit-payments.ts';

/**
 * SQL: whether a payment is large enough to be meant for the order; the rule of `isDust`. The
 * parameters are aliases of `deposit_payments` and `orders`.
 */
export function notDust(payment: string, order: string): string {
  return `${payment}.amount * 10000 >= ${order}.deposit_amount * ${dustBps}`;
}

import { dustBps } from '../../core/deposits/judge-deposit-payments.ts';

/**
 * SQL: whether a payment is large enough for somebody to have meant it for the order, as `isDust`
 * has it. Aliases of `deposit_payments` and `orders`.
 */
export function notDust(payment: string, order: string): string {
  return `${payment}.amount * 10000 >= ${order}.deposit_amount * ${dustBps}`;
}

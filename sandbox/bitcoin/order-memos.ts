import { Buffer } from 'node:buffer';
import type { Hex } from 'viem';
import type { DepositPlan } from '../common-chain.ts';
import { SandboxError } from '../sandbox-error.ts';

type OrderTerms = Pick<DepositPlan, 'orderId' | 'to' | 'receiverText'>;

/**
 * What deposits say that they are for: an output carries no more than a few bytes, so an order is
 * known by its memo.
 */
export interface OrderMemos {
  /**
   * The memo of an order that is to be paid in, from now on known. @throws {SandboxError}
   * `bad-request` if it would be too long
   */
  write(order: OrderTerms): string;
  /** @returns the id of the order with exactly this memo; of none, the memo itself */
  orderOf(memo: string): string;
}

/**
 * Bytes behind an OP_RETURN that nodes relay (Bitcoin Core's MAX_OP_RETURN_RELAY up to version 29,
 * less its opcodes).
 */
const MOST_BYTES = 80;
/** Digits of an order's id that are told: 64 bits, which do not meet by chance. */
const ID_DIGITS = 16;

export function createOrderMemos(): OrderMemos {
  const orders = new Map<string, Hex>();
  return {
    write(order) {
      const memo = memoOf(order);
      const bytes = Buffer.byteLength(memo);
      if (bytes > MOST_BYTES)
        throw new SandboxError('bad-request', `A memo of ${bytes} bytes is too long: ${memo}`);
      orders.set(memo, order.orderId);
      return memo;
    },
    orderOf: (memo) => orders.get(memo) ?? memo,
  };
}

/**
 * In the form in which THORChain is told about swaps (dev.thorchain.org, memos): what to do, for
 * which asset, who receives it; then the order.
 */
function memoOf({ orderId, to, receiverText }: OrderTerms): string {
  return ['=', `${to.chain}.${to.symbol}`, receiverText, orderId.slice(2, 2 + ID_DIGITS)].join(':');
}

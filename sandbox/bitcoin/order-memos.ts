import { Buffer } from 'node:buffer';
import type { Hex } from 'viem';
import type { DepositPlan } from '../common-chain.ts';
import { SandboxError } from '../sandbox-error.ts';

type OrderTerms = Pick<DepositPlan, 'orderId' | 'to' | 'receiverText'>;

/**
 * Maps deposits to orders. An OP_RETURN output carries only a few bytes, so a short memo identifies
 * the order.
 */
export interface OrderMemos {
  /**
   * Creates and registers the memo of an order.
   * @throws {SandboxError} `bad-request` if it is too long
   */
  write(order: OrderTerms): string;
  /** @returns the id of the order with exactly this memo; without one, the memo itself */
  orderOf(memo: string): string;
}

/**
 * Payload of an OP_RETURN that nodes relay (Bitcoin Core's MAX_OP_RETURN_RELAY up to version 29,
 * without its opcodes).
 */
const MOST_BYTES = 80;
/** Hex digits of the order id in a memo: 64 bits, so collisions are unlikely. */
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
 * A memo in THORChain's form (dev.thorchain.org, memos): action, asset, receiver, then the order.
 */
function memoOf({ orderId, to, receiverText }: OrderTerms): string {
  return ['=', `${to.chain}.${to.symbol}`, receiverText, orderId.slice(2, 2 + ID_DIGITS)].join(':');
}

import { type Job, minimumOut } from './job.ts';
import type { Order } from './swap.ts';

/**
 * The expected output that counts for swap data. It may expect more than its quote and keep the
 * minimum: measured by a slippage bound, the better answer would be a worse one. What was accepted
 * then is the quote's expectation.
 */
export function acceptedExpectation(
  job: Pick<Job, 'bound'>,
  quote: Pick<Order, 'quotedMinOut' | 'expectedOut'>,
  answer: Pick<Order, 'minOut' | 'expectedOut'>,
): bigint {
  const isBetter = answer.minOut >= quote.quotedMinOut && answer.expectedOut > quote.expectedOut;
  return isBetter && answer.minOut < minimumOut(job, answer)
    ? quote.expectedOut
    : answer.expectedOut;
}

/**
 * The minimum that a slippage bound leaves an order: that of its expectation, or of the quote that
 * was accepted before its swap data came.
 */
export function acceptedMinimum(
  job: Pick<Job, 'bound'>,
  order: Pick<Order, 'id' | 'quoteId' | 'quotedMinOut' | 'expectedOut' | 'transaction'>,
): bigint {
  const least = minimumOut(job, order);
  const wasQuoted = order.transaction !== undefined && order.quoteId !== order.id;
  return job.bound.kind === 'slippage' && wasQuoted && order.quotedMinOut < least
    ? order.quotedMinOut
    : least;
}

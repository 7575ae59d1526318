import type { Deposit } from '../deposits/deposit.ts';
import { acceptedExpectation } from './accepted-expectation.ts';
import { type Chain, isNativeToken } from './chains.ts';
import type { OrderId } from './ids.ts';
import type { Job } from './job.ts';
import type { Order } from './swap.ts';

/*
 * What answers of the routing service make of an order. Swaps, previews and offline judgements go
 * through here, so that the guard judges the same terms for all of them.
 */

/** What an order takes from a quote, or from a one-call answer. */
type Offer = Pick<
  Order,
  | 'provider'
  | 'swapType'
  | 'minOut'
  | 'expectedOut'
  | 'expectedDuration'
  | 'declaredFee'
  | 'quotedAt'
  | 'signals'
  | 'destinationAnchor'
>;

/** An order that has been quoted, without a transaction. */
export function openedOrder(id: OrderId, quoteId: string, offer: Offer): Order {
  const { expectedDuration, signals } = offer;
  return {
    id,
    quoteId,
    provider: offer.provider,
    swapType: offer.swapType,
    minOut: offer.minOut,
    expectedOut: offer.expectedOut,
    ...(expectedDuration === undefined ? {} : { expectedDuration }),
    declaredFee: offer.declaredFee,
    quotedAt: offer.quotedAt,
    quotedMinOut: offer.minOut,
    ...(signals === undefined ? {} : { signals }),
    destinationAnchor: offer.destinationAnchor,
    open: true,
  };
}

/** Whether the spender of a quote needs an allowance: not for native coins, and not for deposits. */
export function needsAllowance(
  chain: Pick<Chain, 'family' | 'nativeToken'>,
  { from, flow }: Pick<Job, 'from' | 'flow'>,
): boolean {
  return flow === 'wallet' && !isNativeToken(chain, from.token);
}

/** What an order takes from the answer with its transaction. */
export type OrderTerms = Required<
  Pick<
    Order,
    'provider' | 'minOut' | 'expectedOut' | 'declaredFee' | 'signals' | 'transaction' | 'echo'
  >
>;

interface Answer extends OrderTerms {
  spender?: string;
  deposit?: Deposit | undefined;
}

export type Completion =
  | { kind: 'completed'; terms: OrderTerms }
  /** The allowance was approved for the quote's spender. */
  | { kind: 'other_spender'; quoted: string; answered: string };

/** The terms of a quoted order once its transaction has come. */
export function completedTerms(
  job: Pick<Job, 'bound'>,
  quoted: Pick<Order, 'quotedMinOut' | 'expectedOut' | 'spender'>,
  answer: Answer,
): Completion {
  const { provider, minOut, declaredFee, signals, transaction, echo, spender, deposit } = answer;
  if (!deposit && quoted.spender !== undefined && spender !== quoted.spender)
    return { kind: 'other_spender', quoted: quoted.spender, answered: spender ?? 'none' };
  const expectedOut = acceptedExpectation(job, quoted, answer);
  return {
    kind: 'completed',
    terms: { provider, minOut, expectedOut, declaredFee, signals, transaction, echo },
  };
}

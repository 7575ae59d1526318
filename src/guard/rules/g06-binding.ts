import { formatAmount, lessBps, parseAmount } from '../../core/amounts/amounts.ts';
import type { Policy } from '../../core/decide/policy.ts';
import type { Echo } from '../../core/swap/echo.ts';
import { type Job, permits } from '../../core/swap/job.ts';
import type { Order } from '../../core/swap/swap.ts';
import { paidOrder } from '../../ports/guard.ts';
import { isBoughtToken, isReceiver } from '../at-destination.ts';
import { findingsOf, type Rule, type RuleFinding, reject, requote } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/**
 * G06. The order answers this job: the routing service echoes the request that was made, the
 * order's minimum is at most `quoteDropBps` below the quote's, its provider is permitted, and its
 * transaction came while the quote was not older than `quoteMaxAge`. The slippage that it states is
 * at most the job's, whatever minimum it names.
 */
export const binding: Rule = {
  id: 'G06',
  check(_effects, { intent, job, policy }) {
    const order = paidOrder(intent);
    if (!order) return [];
    const { echo, minOut, quotedMinOut, provider, signals } = order;
    const { bound } = job;
    const stated = signals?.slippageBps;
    const least = lessBps(quotedMinOut, policy.quoteDropBps);
    return [
      ...(echo ? echoFindings(echo, job) : [reject('the order does not echo its request')]),
      ...findingsOf(
        minOut < least &&
          requote('the minimum fell since the quote', { minOut, quotedMinOut, least }),
        !permits(job.providers, provider) &&
          requote('the job does not permit the provider', { provider }),
        bound.kind === 'slippage' &&
          stated !== undefined &&
          BigInt(stated) > BigInt(bound.slippageBps) &&
          requote('the order states more slippage than the job allows', {
            stated,
            allowed: `${bound.slippageBps}`,
          }),
        intent.kind === 'swap' &&
          isOld(order, policy) &&
          requote('the quote was too old when its transaction came'),
      ),
    ];
  },
};

/** A deposit order may be signed for longer (D04). */
function isOld({ quotedAt, signBy }: Order, { quoteMaxAge, signWithin }: Policy): boolean {
  return signBy !== undefined && signBy - signWithin > quotedAt + quoteMaxAge;
}

function echoFindings(echo: Echo, job: Job): RuleFinding[] {
  const amount = parseAmount(echo.srcTokenAmount, job.from.decimals);
  const differs = (what: string, said: string, asked: string): RuleFinding =>
    reject(`the order is for another ${what}`, { said, asked });
  return findingsOf(
    echo.srcTokenBlockchain !== job.from.chain &&
      differs('source chain', echo.srcTokenBlockchain, job.from.chain),
    !sameAddress(job.from.family, echo.srcTokenAddress, job.from.token) &&
      differs('source token', echo.srcTokenAddress, job.from.token),
    (!amount.ok || amount.baseUnits !== job.amount) &&
      differs('amount', echo.srcTokenAmount, formatAmount(job.amount, job.from.decimals)),
    echo.dstTokenBlockchain !== job.to.chain &&
      differs('destination chain', echo.dstTokenBlockchain, job.to.chain),
    !isBoughtToken(job, echo.dstTokenAddress) &&
      differs('destination token', echo.dstTokenAddress, job.to.token),
    !isSender(echo.fromAddress, job) && differs('sender', echo.fromAddress, job.wallet.address),
    !isReceiver(job, echo.receiver) && differs('receiver', echo.receiver, job.receiver),
    // Only the provider can refund a deposit, and it does so by the order.
    job.flow !== 'wallet' &&
      echo.refundAddress !== undefined &&
      !sameAddress(job.from.family, echo.refundAddress, job.refundAddress) &&
      differs('refund address', echo.refundAddress, job.refundAddress),
  );
}

/** A deposit may come from any account, so services may leave its sender empty. */
function isSender(fromAddress: string, { flow, from, wallet }: Job): boolean {
  return (
    (flow !== 'wallet' && fromAddress === '') ||
    sameAddress(from.family, fromAddress, wallet.address)
  );
}

import { orderTimes } from '../core/decide/order-times.ts';
import { defaultPolicy } from '../core/decide/policy.ts';
import { needsAllowance, openedOrder } from '../core/swap/assemble-order.ts';
import type { OrderId } from '../core/swap/ids.ts';
import type { Job } from '../core/swap/job.ts';
import type { Order } from '../core/swap/swap.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { completeOrder } from '../executor/effects/complete-order.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Router } from '../ports/router.ts';

export type AskedOrder = Order & { transaction: TransactionObject };

/**
 * Asks for a quote and its transaction, without a journal. Throws what the router does.
 * @param oneCall the id of an order that came in one call, without a quote
 */
export async function readOrder(
  client: Pick<Router, 'quote' | 'swap' | 'swapBest' | 'deposit'>,
  job: Job,
  source: Pick<ChainAdapter, 'chain' | 'paymentOf'>,
  { oneCall }: { oneCall?: string } = {},
): Promise<AskedOrder> {
  const { offered, data } = await (oneCall === undefined
    ? inTwoCalls(client, job)
    : inOneCall(client, job, oneCall));
  const deposit = 'deposit' in data ? data.deposit : undefined;
  const transaction = deposit
    ? await source.paymentOf({
        account: job.wallet.address,
        token: job.from.token,
        to: deposit.address,
        amount: deposit.amount,
        ...(deposit.memo === undefined ? {} : { memo: deposit.memo }),
      })
    : 'transaction' in data
      ? data.transaction
      : undefined;
  if (transaction === undefined)
    throw new FerrymanError('ROUTER_MALFORMED', 'the answer has no transaction');
  const { chain } = source;
  const now = Date.now();
  const { spender } = offered;
  const quoted = {
    ...openedOrder('offline' as OrderId, offered.quoteId, {
      ...offered,
      quotedAt: now,
      destinationAnchor: 0n,
    }),
    ...(spender !== undefined && needsAllowance(chain, job) ? { spender } : {}),
  };
  return {
    ...quoted,
    ...completeOrder(job, quoted, { ...data, transaction }),
    requestedAt: now,
    ...(deposit ? { deposit } : {}),
    ...orderTimes(job, defaultPolicy, { chain, now, deadline: job.deadline }),
  };
}

async function inTwoCalls(client: Pick<Router, 'quote' | 'swap' | 'deposit'>, job: Job) {
  const offered = await client.quote(job);
  const data = await (job.flow === 'wallet'
    ? client.swap(job, offered.quoteId)
    : client.deposit(job, offered.quoteId));
  return { offered, data };
}

/** The values of the answer take the place of the quoted ones, as in the journal. */
async function inOneCall(client: Pick<Router, 'swapBest'>, job: Job, quoteId: string) {
  const data = await client.swapBest(job, quoteId);
  return { offered: { ...data, quoteId }, data };
}

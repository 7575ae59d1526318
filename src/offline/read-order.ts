import { defaultPolicy } from '../core/decide/policy.ts';
import type { OrderId } from '../core/swap/ids.ts';
import type { Job } from '../core/swap/job.ts';
import type { Order } from '../core/swap/swap.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Router } from '../ports/router.ts';

export type AskedOrder = Order & { transaction: TransactionObject };

/** Asks for a quote and its transaction, without a journal. Throws what the router does. */
export async function readOrder(
  client: Pick<Router, 'quote' | 'swap' | 'deposit'>,
  job: Job,
  source: Pick<ChainAdapter, 'paymentOf'>,
): Promise<AskedOrder> {
  const offered = await client.quote(job);
  const { flow } = job;
  const data = await (flow === 'wallet'
    ? client.swap(job, offered.quoteId)
    : client.deposit(job, offered.quoteId));
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
  const now = Date.now();
  const spender = 'spender' in data ? data.spender : undefined;
  return {
    id: 'offline' as OrderId,
    quoteId: offered.quoteId,
    provider: data.provider,
    swapType: data.swapType,
    ...(spender === undefined ? {} : { spender }),
    minOut: data.minOut,
    quotedMinOut: offered.minOut,
    expectedOut: data.expectedOut,
    declaredFee: data.declaredFee,
    signals: data.signals,
    quotedAt: now,
    requestedAt: now,
    transaction,
    ...(deposit ? { deposit } : {}),
    echo: data.echo,
    signBy: now + defaultPolicy.signWithin,
    goodUntil: now + defaultPolicy.signWithin,
    destinationAnchor: 0n,
    open: true,
  };
}

import { assertNever } from '../../core/assert-never.ts';
import type { Observation } from '../../core/decide/decision.ts';
import { inclusionWithin, type Policy } from '../../core/decide/policy.ts';
import type { Job } from '../../core/swap/job.ts';
import type { Order, Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { OrderStore, SwapDataRecord } from '../../ports/stores/order-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { retryWithPause } from '../retry-with-pause.ts';
import { askForOrder, maxTries } from './ask-for-order.ts';
import { asAnswerLost } from './report-order-left.ts';

/** Asks for the finished transaction of the open order. */
export async function requestSwapData(
  context: ExecutorContext<OrderStore>,
  { swap }: Snapshot,
  order: Order,
): Promise<Observation> {
  const { journal, policy, clock } = context;
  const { flow, from } = swap.job;
  const source = adapterOf(context, from.chain);
  const anchor = flow === 'wallet' ? undefined : (await source.head()).latest;
  const startedAt = clock.now();
  const version = await journal.markRequested({
    swapId: swap.id,
    version: swap.version,
    orderId: order.id,
  });
  await context.checkpoint('swap-data-requested');
  // A process that was stopped for long makes no order any more: others may have been told by now
  // that there is none.
  const requireSoon = (): void => {
    if (clock.now() - startedAt <= policy.orderAskedWithin / 4) return;
    throw new FerrymanError(
      'ROUTER_QUOTE_EXPIRED',
      'it took too long until the provider could be asked for an order',
    );
  };
  const data = await askForOrder(context, swap.job, order.quoteId, anchor, requireSoon).catch(
    (cause: unknown) => {
      throw asAnswerLost(swap.job, cause);
    },
  );
  await context.checkpoint('swap-data-received');
  const { deposit } = data;
  if (!deposit && order.spender !== undefined && data.spender !== order.spender) {
    // The allowance was arranged for the quote's spender; another one is another order.
    throw new FerrymanError(
      'ROUTER_QUOTE_EXPIRED',
      'the swap data names another spender than its quote',
      {
        details: { quoted: order.spender, answered: data.spender ?? 'none' },
      },
    );
  }
  const now = clock.now();
  const within = waitsFor(flow, policy);
  // Nothing is signed after the job's deadline, however long the way from here to the commit takes.
  const signBy = Math.min(now + within, swap.job.deadline);
  const record: SwapDataRecord = {
    swapId: swap.id,
    version,
    orderId: order.id,
    provider: data.provider,
    minOut: data.minOut,
    expectedOut: data.expectedOut,
    declaredFee: data.declaredFee,
    transaction: data.transaction,
    ...(deposit ? { deposit } : {}),
    echo: data.echo,
    signBy,
    goodUntil: (deposit ? signBy : now) + inclusionWithin(policy, source.chain),
    raw: data.raw,
  };
  // What is lost here a wallet's swap asks for again, and a deposit waits for until its order has
  // run out.
  const tries = deposit ? maxTries : 1;
  await retryWithPause(() => journal.recordSwapData(record), { pause: policy.retryBase, tries });
  if (deposit) context.signals.chainOpened.announce(deposit.chain, 'deposits');
  await context.checkpoint('swap-data-recorded');
  return { kind: 'none' };
}

/** For how long an order may be signed, or paid by hand. */
function waitsFor(flow: Job['flow'], policy: Policy): number {
  switch (flow) {
    case 'wallet':
      return policy.signWithin;
    case 'deposit':
      return policy.depositWithin;
    case 'deposit-by-hand':
      return policy.byHandWithin;
    default:
      return assertNever(flow, 'flow');
  }
}

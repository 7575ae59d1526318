import type { Observation } from '../../core/decide/decision.ts';
import { orderTimes } from '../../core/decide/order-times.ts';
import { deadlineOf } from '../../core/swap/deadline-of.ts';
import type { Order, Snapshot, Swap } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import type { OrderStore, SwapDataRecord } from '../../ports/stores/order-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { retryWithPause } from '../retry-with-pause.ts';
import { askForOrder, maxTries } from './ask-for-order.ts';
import { completeOrder } from './complete-order.ts';
import { requireAllowedOrder } from './judge-order.ts';
import { asAnswerLost } from './report-order-left.ts';

/** Requests the finished transaction of the open order. */
export async function requestSwapData(
  context: ExecutorContext<OrderStore & AdmissionStore>,
  { swap }: Snapshot,
  order: Order,
): Promise<Observation> {
  const { journal, policy, clock } = context;
  const { flow, from } = swap.job;
  const source = adapterOf(context, from.chain);
  if (flow === 'deposit-by-hand') await requireSealed(context, swap);
  const anchor = flow === 'wallet' ? undefined : (await source.head()).latest;
  const startedAt = clock.now();
  const version = await journal.markRequested({
    swapId: swap.id,
    version: swap.version,
    orderId: order.id,
  });
  await context.checkpoint('swap-data-requested');
  // A process that slept long requests no order: by now others may have been told that there is
  // none.
  const requireSoon = (): void => {
    if (clock.now() - startedAt <= policy.orderAskedWithin / 4) return;
    throw new FerrymanError(
      'ROUTER_QUOTE_EXPIRED',
      'the order request was delayed too long and was not sent',
    );
  };
  const data = await askForOrder(context, swap.job, order.quoteId, anchor, requireSoon).catch(
    (cause: unknown) => {
      throw asAnswerLost(swap.job, cause);
    },
  );
  await context.checkpoint('swap-data-received');
  const { deposit } = data;
  const terms = completeOrder(swap.job, order, data);
  // No bytes will be judged: a person pays.
  if (flow === 'deposit-by-hand')
    await requireAllowedOrder(context, swap, {
      ...order,
      ...terms,
      ...(deposit ? { deposit } : {}),
    });
  const deadline = deadlineOf(swap);
  const record: SwapDataRecord = {
    swapId: swap.id,
    version,
    orderId: order.id,
    ...terms,
    ...(deposit ? { deposit } : {}),
    ...orderTimes(swap.job, policy, { chain: source.chain, now: clock.now(), deadline }),
    raw: data.raw,
  };
  // A wallet's swap can request lost data again; a deposit would wait until its order expires.
  const tries = deposit ? maxTries : 1;
  await retryWithPause(() => journal.recordSwapData(record), { pause: policy.retryBase, tries });
  if (deposit) context.signals.chainOpened.announce(deposit.chain, 'deposits');
  await context.checkpoint('swap-data-recorded');
  return { kind: 'none' };
}

/**
 * Nothing is signed for a manual deposit, so the guard never judges its job: a person pays what the
 * order says. Throws `JOB_FORGED`.
 */
async function requireSealed({ jobSeals }: ExecutorContext, swap: Swap): Promise<void> {
  const { kind } = await jobSeals.verify(swap);
  if (kind === 'sealed') return;
  throw new FerrymanError(
    'JOB_FORGED',
    `swap ${swap.id} has no valid seal: no order is made for a person to pay; submit the job again`,
  );
}

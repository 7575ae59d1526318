import { Address } from '@ton/core';
import { assertNever } from '../../src/core/assert-never.ts';
import type { Family } from '../../src/core/swap/chains.ts';
import type { AuditInput } from './audit-input.ts';
import type { Outgoing } from './families/run-chain.ts';
import { orderSignedFor, ordersKnownTo, swapsOf } from './histories.ts';
import { depositFateOf, isManual, isPayable, type PlannedJob } from './plan-jobs.ts';
import type { DepositOrder } from './read-orders.ts';

type Payments = ReadonlyMap<string, readonly Outgoing[]>;

/** What the provider's own lateness makes of each payment to it, and what nothing else does. */
const tooLate = 'paid in too late';

/**
 * Payments that are not what an order of their job wants, in words, by the providers' own books:
 * deposits that pay for nothing (a second one for an order, none or another memo), payments that no
 * order of the job was paid by, and those that came too late, in another amount, or for an order
 * that the history had closed.
 *
 * Late is late: an order lives for 600 blocks, which is longer than it is signed for and its
 * payment is sent, and nothing that a run does to a chain takes as long as what is between. Only
 * what comes too late whenever it comes is no fault of a run's.
 */
export function findStrayPayments(input: AuditInput, payments: Payments): string[] {
  const { jobs, orders, foreign, isOver } = input;
  const strangers = new Set(foreign.map(({ txId }) => txId));
  const unattributed = orders.unattributed
    .filter(({ sourceTx }) => !strangers.has(sourceTx))
    .map(({ sourceTx, reason }) => `${sourceTx}: ${reason}`);
  const ofJobs = jobs
    .filter(({ flow }) => flow === 'deposit')
    .flatMap((job) => {
      const paying = payments.get(job.key) ?? [];
      const opened = ordersOf(job, input);
      const without = paying
        // What is not deep enough yet the provider has not read.
        .filter(({ txId }) => isOver && !opened.some(({ sourceTx }) => sourceTx === txId))
        .map(({ txId }) => `${txId}: no order of ${job.key} was paid by it`);
      const wrong = opened.flatMap((order) =>
        faultsOf(order, job, paying, input).map((fault) => `${fault}, ${job.key}`),
      );
      return [...without, ...wrong];
    });
  return [...new Set([...unattributed, ...ofJobs])];
}

function faultsOf(
  order: DepositOrder,
  job: PlannedJob,
  paying: readonly Outgoing[],
  { api }: Pick<AuditInput, 'api'>,
): string[] {
  const { sourceTx, reason, provider, amountIn, from, orderId, exchangeId } = order;
  if (sourceTx === null) return [];
  const signed = orderSignedFor(swapsOf(api.get(job.key)), sourceTx);
  const name = `${sourceTx} for order ${orderId} of ${provider}`;
  const isExplained = reason === null || (reason === tooLate && depositFateOf(job) === 'kept');
  return [
    ...(isExplained ? [] : [`${name}: ${reason}`]),
    ...(paying.some(({ txId }) => txId === sourceTx)
      ? []
      : [`${name}: it is no payment of its job`]),
    ...(amountIn === job.amount && from === job.from.chain && provider === job.provider
      ? []
      : [`${name}: the order is not what its job gives`]),
    ...(signed === undefined || signed.exchangeId === exchangeId
      ? []
      : [`${name}: by its history it was signed for ${signed.exchangeId ?? 'no open order'}`]),
  ];
}

/** Whether the job's payment was kept by a provider that keeps all of them, and by its own word. */
export function isKeptByProvider(
  job: PlannedJob,
  paid: readonly Outgoing[],
  input: AuditInput,
): boolean {
  if (depositFateOf(job) !== 'kept') return false;
  return ordersOf(job, input).some(
    ({ sourceTx, reason }) => reason === tooLate && paid.some(({ txId }) => txId === sourceTx),
  );
}

/** Orders that nobody has paid. They are no loss, but left behind at the provider. */
export function countUnpaidOrders({ orders }: AuditInput): number {
  return orders.deposits.filter(({ sourceTx }) => sourceTx === null).length;
}

/**
 * Orders that were opened while another one of the same swap could have been paid, of which no
 * history tells where it wants its money: its answer was lost, and the provider asked again. In
 * words. One that is known was turned down. Each retry is a swap of its own; and where nothing that
 * the provider wants can be paid, others are asked for.
 */
export function findOrdersAgain(input: AuditInput): string[] {
  return input.jobs
    .filter((job) => job.flow === 'deposit' && isPayable(job))
    .flatMap((job) => {
      const opened = ordersOf(job, input);
      const swaps = swapsOf(input.api.get(job.key));
      const known = new Set(swaps.flatMap(ordersKnownTo));
      const isForgotten = ({ orderId, exchangeId }: DepositOrder): boolean =>
        !known.has(exchangeId) && input.forgettable.has(orderId);
      const again = opened.filter((order, index) => {
        if (isForgotten(order)) return false;
        const lost = opened
          .slice(0, index)
          .filter((one) => !known.has(one.exchangeId) && !isForgotten(one));
        return lost.some(({ lastBlock }) => openedAt(order, job, input) <= lastBlock);
      });
      return again
        .slice(Math.max(0, swaps.length - 1))
        .map(({ orderId, provider }) => `${orderId} of ${provider}, ${job.key}`);
    });
}

/**
 * Orders that a journal which is set back may not know any more: whatever was opened by then, but
 * for those that another one of the same receiver had followed when the journal was backed up.
 * `atBackUp` and `atGoBack`: in the order of opening.
 */
export function forgettableOrders(
  atBackUp: readonly Pick<DepositOrder, 'orderId' | 'receiver'>[],
  atGoBack: readonly Pick<DepositOrder, 'orderId'>[],
): ReadonlySet<string> {
  const latest = new Map(atBackUp.map(({ receiver, orderId }) => [receiver, orderId]));
  const followed = atBackUp.filter(({ receiver, orderId }) => latest.get(receiver) !== orderId);
  const kept = new Set(followed.map(({ orderId }) => orderId));
  return new Set(atGoBack.map(({ orderId }) => orderId).filter((orderId) => !kept.has(orderId)));
}

function openedAt(
  { lastBlock }: DepositOrder,
  job: PlannedJob,
  { orderLifetime }: AuditInput,
): bigint {
  return depositFateOf(job) === 'kept' ? lastBlock : lastBlock - orderLifetime;
}

/** No two jobs whose orders are paid by deposit have the same receiver. */
function ordersOf(job: PlannedJob, { orders }: Pick<AuditInput, 'orders'>): DepositOrder[] {
  return orders.deposits.filter((order) => isSameReceiver(order, job));
}

export function isSameReceiver(
  order: Pick<DepositOrder, 'to' | 'receiver'>,
  { to: { chain, family }, receiver }: PlannedJob,
): boolean {
  return order.to === chain && canonical(family, order.receiver) === canonical(family, receiver);
}

/**
 * Whether a person has paid for the job, once and as ordered. No wallet of the run has sent
 * anything.
 */
export function isPaidManually(job: PlannedJob, input: Pick<AuditInput, 'orders'>): boolean {
  if (!isManual(job)) return false;
  return ordersOf(job, input).some(({ sourceTx, reason }) => sourceTx !== null && reason === null);
}

function canonical(family: Family, account: string): string {
  switch (family) {
    case 'evm':
      return account.toLowerCase();
    case 'ton':
      return Address.parse(account).toRawString();
    case 'tron':
    case 'solana':
    case 'bitcoin':
      return account;
    default:
      return assertNever(family, 'family');
  }
}

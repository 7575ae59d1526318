import type { ApiLeg } from './api-swap.ts';
import { isSameReceiver } from './audit-deposits.ts';
import type { AuditInput } from './audit-input.ts';
import type { Outgoing } from './families/run-chain.ts';
import { swapsOf } from './histories.ts';
import { isManual, type PlannedJob } from './plan-jobs.ts';
import type { BookedOrder } from './read-orders.ts';
import { canonicalId, sameTransaction } from './same-transaction.ts';

type Payments = ReadonlyMap<string, readonly Outgoing[]>;

/**
 * Transfers that settle two swaps, or another swap than the one that they were made for, in words.
 * Whose a transfer is the providers' books say, and of what our own transactions bring whose
 * payment it is.
 */
export function findMisattributed(input: AuditInput, payments: Payments): string[] {
  return [...findShared(input), ...findTaken(input, payments)];
}

function findShared({ api }: AuditInput): string[] {
  const owners = new Map<string, string>();
  return [...api].flatMap(([key, told]) =>
    swapsOf(told).flatMap(({ swap: { id, legs } }) =>
      legs.flatMap((leg) => {
        const transfer = `${leg.chain} ${canonicalId(leg.txId)} ${leg.index}`;
        const owner = owners.get(transfer);
        owners.set(transfer, id);
        return owner === undefined
          ? []
          : [`${inWords(leg)}: it settles swap ${owner} and swap ${id}, ${key}`];
      }),
    ),
  );
}

function findTaken(input: AuditInput, payments: Payments): string[] {
  return input.jobs.flatMap((job) =>
    swapsOf(input.api.get(job.key)).flatMap(({ swap: { id, legs } }) =>
      legs.flatMap((leg) => {
        const owner = ownerOf(leg, job, input, payments);
        return owner === undefined
          ? []
          : [`${inWords(leg)}: it settles swap ${id}, ${job.key}, and is of ${owner}`];
      }),
    ),
  );
}

/** Whom a transfer belongs to that is not the job's, in words. */
function ownerOf(
  leg: ApiLeg,
  job: PlannedJob,
  { jobs, orders }: AuditInput,
  payments: Payments,
): string | undefined {
  const brought = orders.booked.filter(({ from, to, payoutTx, refundTx }) => {
    const [chain, txId] = leg.role === 'payout' ? [to, payoutTx] : [from, refundTx];
    return chain === leg.chain && txId !== null && isOfTransaction(leg, txId);
  });
  const [order] = brought;
  if (order)
    return brought.some((one) => isOrderOf(one, job, payments))
      ? undefined
      : `order ${order.orderId}`;
  const isPaying = ({ key }: PlannedJob): boolean =>
    (payments.get(key) ?? []).some(
      ({ chain, txId }) => chain === leg.chain && sameTransaction(txId, leg.txId),
    );
  return isPaying(job) ? undefined : jobs.find(isPaying)?.key;
}

/**
 * Of TON the books name the transaction in which it arrived, of which the API tells by the number
 * of the transfer alone: the first 31 bits of the hash, counted below zero for coins.
 */
function isOfTransaction({ chain, txId, index }: ApiLeg, booked: string): boolean {
  if (chain !== 'TON') return sameTransaction(txId, booked);
  const place = Number.parseInt(canonicalId(booked).slice(0, 8), 16) >>> 1;
  return index === place || index === -1 - place;
}

/**
 * Two of one group may want the same; then what paid for it tells them apart. On TON several ids
 * are of one payment.
 */
function isOrderOf(order: BookedOrder, job: PlannedJob, payments: Payments): boolean {
  const { from, amountIn, sourceTx } = order;
  if (!isSameReceiver(order, job) || from !== job.from.chain || amountIn !== job.amount)
    return false;
  if (isManual(job)) return order.exchangeId !== undefined;
  if (order.exchangeId !== undefined && job.flow === 'wallet') return false;
  return (
    from === 'TON' ||
    (payments.get(job.key) ?? []).some(({ txId }) => sameTransaction(txId, sourceTx ?? ''))
  );
}

/**
 * Whether the receiver has got enough for all jobs that are called settled with it. If it has not,
 * one of them was not paid out, and nobody can say which.
 */
export function haveArrived(job: PlannedJob, { jobs, api, chains }: AuditInput): boolean {
  const settled = jobs.filter(
    (one) => isCompeting(one, job) && api.get(one.key)?.swap.state === 'settled',
  );
  const wanted = settled.reduce((sum, { minOut }) => sum + minOut, 0n);
  return (chains.received.get(job.key) ?? 0n) >= wanted;
}

/** Whether what is attributed to the swap is a payout of what its job accepts. */
export function hasPayout(job: PlannedJob, legs: readonly ApiLeg[]): boolean {
  const payouts = legs.filter(({ role }) => role === 'payout');
  return (
    payouts.reduce((sum, { amountBaseUnits }) => sum + BigInt(amountBaseUnits), 0n) >= job.minOut
  );
}

/** Whether two jobs want the same token for the same receiver; every job does so with itself. */
export function isCompeting(one: PlannedJob, other: PlannedJob): boolean {
  return (
    one.receiver === other.receiver &&
    one.to.chain === other.to.chain &&
    one.to.token === other.to.token
  );
}

/** What Ferryman says of a swap that has to wait, because what came could be another one's. */
const ambiguousCodes: ReadonlySet<string | undefined> = new Set([
  'SETTLEMENT_DISPUTED',
  'SETTLEMENT_OVERDUE',
]);
const ambiguousWords = /could belong to another open swap/;

/** Whether the swap waits for a person since nobody can tell its payout from another's. */
export function isAmbiguous(reason: { code: string; message: string } | undefined): boolean {
  return ambiguousCodes.has(reason?.code) && ambiguousWords.test(reason?.message ?? '');
}

function inWords({ chain, txId, index, role }: ApiLeg): string {
  return `${role} ${txId}, ${index} on ${chain}`;
}

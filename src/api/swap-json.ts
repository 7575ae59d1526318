import { formatAmount } from '../core/amounts/amounts.ts';
import { cancelStatusOf } from '../core/operator/cancel-status.ts';
import { shownReason } from '../core/operator/shown-reason.ts';
import { toDoFor } from '../core/operator/way-out.ts';
import { weakestLevel } from '../core/settlement/settlement.ts';
import { deadlineOf } from '../core/swap/deadline-of.ts';
import type { Asset, Job, ReportedCoin } from '../core/swap/job.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import type { Leg, Reason, SettlementLevel, Swap } from '../core/swap/swap.ts';
import { errorCodes, isErrorCode } from '../errors/codes.ts';
import type { DepositView } from '../ports/stores/deposit-store.ts';
import type { LaneView } from '../ports/stores/lane-store.ts';
import type { SwapView } from '../ports/stores/swap-store.ts';
import type { SwapEvent } from '../ports/swap-event.ts';
import { iso } from './iso.ts';

/**
 * A swap as JSON. An amount is a human decimal string under its plain name, and an integer string
 * of base units under `…BaseUnits`. Times are ISO 8601 in UTC.
 */
export function swapJson(view: SwapView) {
  const { swap, revision, order, payment, retriedBy, replacedBy, workers, lane } = view;
  const reason = shownReason(swap, workers);
  const { job, retryOf, replaces, routerStatus, endedAs } = swap;
  return {
    id: swap.id,
    idempotencyKey: swap.idempotencyKey,
    ...(retryOf === undefined ? {} : { retryOf }),
    ...(retriedBy === undefined ? {} : { retriedBy }),
    ...(replaces === undefined ? {} : { replaces }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
    state: swap.state,
    fundsState: swap.fundsState,
    ...(endedAs === undefined ? {} : { endedAs }),
    ...(reason ? { reason: reasonJson(reason) } : {}),
    ...toDoJson(swap),
    ...cancelJson(swap),
    wallet: { name: job.wallet.name, address: job.wallet.address },
    from: assetJson(job.from),
    to: assetJson(job.to),
    ...amounts('amount', job.amount, job.from),
    receiver: job.receiver,
    ...(job.receiverAsGiven === undefined ? {} : { receiverAsGiven: job.receiverAsGiven }),
    ...boundJson(job),
    refundAddress: job.refundAddress,
    providers: job.providers,
    flow: job.flow,
    ...(job.maxFee === undefined ? {} : { maxFeeBaseUnits: job.maxFee.toString() }),
    deadline: iso(deadlineOf(swap)),
    ...(job.priority === undefined ? {} : { priority: job.priority }),
    ...(job.broadcast === undefined ? {} : { broadcast: job.broadcast }),
    ...(job.rule ? { rule: { id: job.rule.id, version: job.rule.version } } : {}),
    ...(lane ? { lane: laneJson(lane) } : {}),
    metadata: job.metadata,
    ...(order
      ? {
          order: {
            provider: order.provider,
            swapType: order.swapType,
            ...amounts('expectedOut', order.expectedOut, job.to),
            ...amounts('minOut', order.minOut, job.to),
            ...(order.expectedUsd === undefined ? {} : { expectedUsd: order.expectedUsd }),
            ...(order.deposit ? { deposit: depositJson(order.deposit, job) } : {}),
          },
        }
      : {}),
    ...(payment ? { payment: { chain: job.from.chain, ...payment } } : {}),
    ...(routerStatus
      ? { routerStatus: { status: routerStatus.status, at: iso(routerStatus.at) } }
      : {}),
    legs: swap.legs.map((leg) => legJson(leg, job)),
    ...levelJson(swap.legs),
    feeSpentBaseUnits: swap.feeSpent.toString(),
    version: revision,
    createdAt: iso(swap.createdAt),
    updatedAt: iso(swap.updatedAt),
  };
}

/** The swap's position in its lane; the expected wait is an estimate from the lane's pace. */
function laneJson({ position, waiting, slots, expectedWait }: LaneView) {
  return {
    position,
    waiting,
    slots,
    ...(expectedWait === undefined ? {} : { expectedWaitSeconds: Math.ceil(expectedWait / 1_000) }),
  };
}

export function eventJson({ seq, type, at, data, hash }: SwapEvent) {
  return { seq, type, at: iso(at), data, hash };
}

/** Adds the meaning of the code and what to do about it. */
function reasonJson({ code, message }: Reason) {
  return { code, message, ...(isErrorCode(code) ? { meaning: errorCodes[code].meaning } : {}) };
}

/** The deposit target of the order; `payBy` is the time limit of a manual deposit. */
function depositJson(
  { address, amount, memo, exchangeId, payBy, payments }: DepositView,
  { from, flow }: Job,
) {
  return {
    chain: from.chain,
    address,
    ...amounts('amount', amount, from),
    ...(memo === undefined ? {} : { memo }),
    exchangeId,
    ...(flow === 'deposit-by-hand' ? { payBy: iso(payBy) } : {}),
    payments: payments.map((payment) => ({
      txId: payment.txId,
      ...amounts('amount', payment.amount, from),
      ...(payment.memo === undefined ? {} : { memo: payment.memo }),
      ...(payment.payer === undefined ? {} : { payer: payment.payer }),
      final: payment.final,
      at: iso(payment.at),
    })),
  };
}

/** How a person ends the review of a swap. */
function toDoJson(swap: Swap): { toDo?: string } {
  const toDo = toDoFor(swap);
  return toDo === undefined ? {} : { toDo };
}

function cancelJson(swap: Swap) {
  if (swap.cancelRequestedAt === undefined) return {};
  return { cancel: { requestedAt: iso(swap.cancelRequestedAt), status: cancelStatusOf(swap) } };
}

/**
 * Has `listed` if the operator's list had the symbol at submission, and `settlement` if the
 * routing service's report is the only evidence of the payout.
 */
export function assetJson({ chain, token, symbol, decimals, ...asset }: Asset | ReportedCoin) {
  return {
    chain,
    token,
    symbol,
    decimals,
    ...('listed' in asset ? { listed: true as const } : {}),
    ...(asset.reportedOnly ? { settlement: 'router-reported' as const } : {}),
  };
}

export function amounts<Name extends string>(
  name: Name,
  baseUnits: bigint,
  asset: Pick<Asset, 'decimals'>,
) {
  return {
    [name]: formatAmount(baseUnits, asset.decimals),
    [`${name}BaseUnits`]: baseUnits.toString(),
  } as Record<Name | `${Name}BaseUnits`, string>;
}

export function boundJson(job: Job) {
  return job.bound.kind === 'min_out'
    ? amounts('minOut', job.bound.minOut, job.to)
    : { slippageBps: job.bound.slippageBps };
}

/**
 * A payout can arrive in a token that is not the job's: its decimals are unknown, so only base
 * units are shown. A token of the job is spelled as in the job. An unobserved leg has no amount,
 * but the promised minimum.
 */
function legJson({ amount, promised, ...leg }: Leg, job: Job) {
  const asset = [job.to, job.from].find(
    ({ family, chain, token }) => chain === leg.chain && sameAccount(family, token, leg.token),
  );
  if (promised)
    return { ...leg, ...amounts('promised', amount, leg.role === 'payout' ? job.to : job.from) };
  if (!asset) return { ...leg, amountBaseUnits: amount.toString() };
  return { ...leg, token: asset.token, ...amounts('amount', amount, asset) };
}

function levelJson(legs: readonly Leg[]): { level?: SettlementLevel } {
  const level = weakestLevel(legs);
  return level ? { level } : {};
}

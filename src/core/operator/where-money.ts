import { formatAmount } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import { weakestLevel } from '../settlement/settlement.ts';
import type { Job } from '../swap/job.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import { sameAccount } from '../swap/same-account.ts';
import type { Attempt, Inclusion, Leg, Snapshot, Step } from '../swap/swap.ts';

/** Where the money of a swap is, as a whole sentence that says no more than the evidence does. */
export function whereOf(snapshot: Snapshot): string {
  const { swap, order } = snapshot;
  const { job, legs, fundsState } = swap;
  const sum = `${formatAmount(job.amount, job.from.decimals)} ${job.from.symbol}`;
  const home = `the wallet ${job.wallet.name} on ${job.from.chain}`;
  const payouts = legs.filter(({ role }) => role === 'payout');
  const refunds = legs.filter(({ role }) => role === 'refund');
  if (payouts.length > 0) {
    const what = `the receiver has ${received(payouts, snapshot)} on ${job.to.chain}`;
    return `${asSureAs(payouts, what)}.`;
  }
  if (refunds.length > 0) {
    const what = `${received(refunds, snapshot)} came back ${backTo(job)}`;
    return `${asSureAs(refunds, what)}. No payout to the receiver was seen.`;
  }
  const outcome = paymentOutcome(snapshot);
  switch (outcome.kind) {
    case 'landed':
      return `${sum} left ${home}${handedTo(order)}. It has not been seen at the receiver on ${job.to.chain}, and has not been seen to come back.`;
    case 'manual_deposit_paid':
      return `A person paid the deposit of ${sum}${handedTo(order)}. It has not been seen at the receiver on ${job.to.chain}, and has not been seen to come back.`;
    case 'may_land':
      return onItsWay(outcome.payment, sum, home);
    case 'unknown':
      return `It is not proven whether ${sum} left ${home}.`;
    case 'lost':
      return `It is not proven whether ${sum} left ${home}: the journal lost the signed payment ${outcome.txId}.`;
    case 'unpaid':
      if (fundsState === 'unknown' || fundsState === 'moved')
        return `It is not proven whether ${sum} left ${home}.`;
      if (job.flow === 'deposit-by-hand')
        return fundsState === 'in_flight'
          ? `The provider reports that the deposit of ${sum} arrived; its chain does not show it.`
          : `Ferryman has seen no deposit of ${sum} at the address of this swap.`;
      if (fundsState === 'returned') return `What left ${home} for this swap has come back.`;
      return outcome.last
        ? `Nothing of this swap has left ${home}: every payment that was signed is proven to have moved nothing.`
        : `Nothing of this swap has left ${home}: no payment was signed.`;
    default:
      return assertNever(outcome, 'payment outcome');
  }
}

function handedTo(order: Snapshot['order']): string {
  return order ? ` through ${order.provider}` : '';
}

/** Whose address a refund goes to, as far as the job tells. */
function backTo({ wallet, from, refundAddress }: Job): string {
  return sameAccount(from.family, refundAddress, wallet.address)
    ? `to the wallet ${wallet.name} on ${from.chain}`
    : `to ${refundAddress} on ${from.chain}`;
}

/** Says no more than the evidence does. */
function asSureAs(legs: readonly Leg[], what: string): string {
  const level = weakestLevel(legs);
  switch (level) {
    case 'verified':
    case undefined:
      return capitalized(what);
    case 'inferred':
      return `${capitalized(what)}, as far as the chain tells`;
    case 'router-reported':
      return `The routing service reports that ${what}; no configured chain shows it`;
    case 'operator-reported':
      return `A person reported that ${what}; no configured chain shows it`;
    case 'disputed':
      return `It is disputed whether ${what}`;
    default:
      return assertNever(level, 'settlement level');
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sum of the legs where all are of the token that is expected. */
function received(legs: readonly Leg[], { swap: { job } }: Snapshot): string {
  const asset = legs[0]?.role === 'payout' ? job.to : job.from;
  const isExpected = legs.every(
    ({ chain, token }) => chain === asset.chain && sameAccount(asset.family, token, asset.token),
  );
  if (!isExpected) return 'another token than was expected';
  const total = legs.reduce((sum, { amount }) => sum + amount, 0n);
  const text = `${formatAmount(total, asset.decimals)} ${asset.symbol}`;
  return legs.some(({ promised }) => promised) ? `at least ${text}` : text;
}

/** A payment that is signed, and not proven to have landed or not. */
function onItsWay({ lease }: Step, sum: string, home: string): string {
  const attempts = lease?.attempts ?? [];
  const seen = sightingOf(attempts);
  if (attempts.some(({ kind }) => kind === 'cancel'))
    return `${sum} may still leave ${home}: Ferryman is cancelling the payment, and either the payment or its cancellation can land, never both. ${capitalized(seen)}.`;
  const onlyOne =
    attempts.length > 1
      ? ` Of its ${attempts.length} signed transactions, at most one can land.`
      : '';
  return `${sum} may be leaving ${home}: ${seen}.${onlyOne}`;
}

/** What the chain shows of the signed transactions of a payment. */
function sightingOf(attempts: readonly Attempt[]): string {
  const included = attempts.find(({ inclusion }) => isIncluded(inclusion));
  if (included && isIncluded(included.inclusion)) {
    const { status, succeeded } = included.inclusion;
    const what = included.kind === 'cancel' ? 'the cancelling transaction' : 'a payment';
    const how = succeeded ? '' : ' and has failed there';
    const block = status === 'final' ? 'a final block' : 'a block that is not final yet';
    return `${what} is in ${block}${how}, and Ferryman is proving it`;
  }
  const payments = attempts.filter(({ kind }) => kind !== 'cancel');
  return payments.some(({ inclusion }) => inclusion.status === 'pending')
    ? 'a payment waits in the mempool'
    : 'it is signed, and no endpoint shows it';
}

function isIncluded(
  inclusion: Inclusion,
): inclusion is Extract<Inclusion, { status: 'included' | 'final' }> {
  return inclusion.status === 'included' || inclusion.status === 'final';
}

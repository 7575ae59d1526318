import { assertNever } from '../core/assert-never.ts';
import type { CancelStatus } from '../core/operator/cancel-status.ts';
import { isPrintable } from '../core/text/is-printable.ts';
import type { ApiClient } from './api-client.ts';
import { labelled } from './labelled.ts';
import { shortId } from './short-id.ts';
import type { SwapAnswer } from './swap-answer.ts';
import { isNamed, tokenLabel } from './token-label.ts';

type Money = Awaited<ReturnType<ApiClient['inspectSwap']>>['record']['money'];

/**
 * One swap as text for a person: the job, the swap's state, where the money is.
 * @param money where it is and what a person may do, in words, if that was asked
 */
export function showSwap(swap: SwapAnswer, width: number, money?: Money): string {
  const { from, to, reason, order, payment } = swap;
  const bound =
    swap.minOut === undefined ? `slippage ${swap.slippageBps ?? 0} bps` : `at least ${swap.minOut}`;
  const deposit = order?.deposit;
  return labelled(
    [
      ['swap', swap.id],
      ['state', `${swap.state}, funds ${swap.fundsState}`],
      ['money', money?.where],
      ['next', money?.action.text],
      ['reason', reason && `${reason.code}: ${reason.message}`],
      ['', reason?.meaning],
      ['waits', swap.lane && describeLane(swap.lane)],
      ['to do', swap.toDo?.replaceAll(swap.id, shortId(swap.id))],
      ['cancel', swap.cancel && describeCancel(swap, swap.cancel.status)],
      ['retry of', swap.retryOf],
      ['retried', swap.retriedBy && `by ${swap.retriedBy}`],
      ['replaces', swap.replaces],
      ['replaced', swap.replacedBy && `by ${swap.replacedBy}`],
      ['from', `${swap.amount} ${tokenLabel(from)} on ${from.chain}, ${describePayer(swap)}`],
      ['', describeToken(from)],
      ['to', `${tokenLabel(to)} on ${to.chain}, ${bound}, for ${swap.receiver}`],
      ['', swap.receiverAsGiven && `given as ${swap.receiverAsGiven}`],
      ['', describeToken(to)],
      ['sends', swap.broadcast && `${swap.broadcast}: to the private relays of ${from.chain}`],
      [
        '',
        to.settlement &&
          `Ferryman cannot read ${to.chain}: the routing service's report is the only evidence`,
      ],
      [
        'order',
        order &&
          `by ${order.provider}: expects ${order.expectedOut}, at least ${order.minOut} ${to.symbol}`,
      ],
      [
        'number',
        deposit && `${deposit.exchangeId}: the order at ${order.provider}, for its support`,
      ],
      ['deposit', deposit && describeTarget(deposit, from.symbol)],
      ['', deposit && isNotToBePaid(swap) ? 'do not pay to this address any more' : undefined],
      ...(deposit?.payments ?? [])
        .filter(({ txId }) => txId !== payment?.txId)
        .map((one): [string, string] => ['received', describePayment(one, from.symbol)]),
      ['status', swap.routerStatus && describeStatus(swap.routerStatus)],
      ['payment', payment && `${payment.txId} on ${payment.chain}, ${payment.status}`],
      ...swap.legs.map((leg): [string, string] => [
        leg.role,
        `${amountOf(leg)} ${tokenName(leg, swap)} in ${leg.txId} on ${leg.chain}, ${leg.level}`,
      ]),
      ['created', swap.createdAt],
      ['updated', `${swap.updatedAt}, version ${swap.version}`],
    ],
    width,
  );
}

/** The address of a token, and whether its symbol can be believed. */
function describeToken(asset: SwapAnswer['from']): string | undefined {
  if (asset.listed) return `token ${asset.token}`;
  if (isNamed(asset)) return undefined;
  return `token ${asset.token}; its contract calls itself ${asset.symbol}`;
}

/** The time is an estimate from the pace of the lane. */
function describeLane({
  position,
  waiting,
  slots,
  expectedWaitSeconds,
}: NonNullable<SwapAnswer['lane']>): string {
  const line = waiting === 1 ? 'alone' : `number ${position} of ${waiting} swaps`;
  const queued = `${line} in the lane of this wallet account, which has ${slots} ${slots === 1 ? 'slot' : 'slots'}`;
  return expectedWaitSeconds === undefined ? queued : `${queued}; about ${expectedWaitSeconds} s`;
}

type DepositAnswer = NonNullable<NonNullable<SwapAnswer['order']>['deposit']>;

function describeTarget({ chain, address, amount, memo }: DepositAnswer, symbol: string): string {
  const beside = memo === undefined ? '' : `, with the memo ${memo}`;
  return `${amount} ${symbol} to ${address} on ${chain}${beside}`;
}

/** The routing service's status may be any text: escape what a terminal would interpret. */
function describeStatus({ status, at }: NonNullable<SwapAnswer['routerStatus']>): string {
  return `the routing service reports ${isPrintable(status) ? status : JSON.stringify(status)}, polled at ${at}`;
}

/** Anybody can pay to the address and choose the memo: escape it for a terminal. */
function describePayment(
  { txId, amount, memo, payer, final, at }: DepositAnswer['payments'][number],
  symbol: string,
) {
  const from = payer === undefined ? '' : ` from ${payer}`;
  const beside =
    memo === undefined ? '' : `, with the memo ${isPrintable(memo) ? memo : JSON.stringify(memo)}`;
  return `${amount} ${symbol}${from} in ${txId} at ${at}${beside}, ${final ? 'final' : 'not final yet'}`;
}

function describePayer({ flow, wallet: { name, address } }: SwapAnswer): string {
  const wallet = `wallet ${name} (${address})`;
  return flow === 'deposit-by-hand' ? `paid manually, for ${wallet}` : wallet;
}

/** Whether a person may still have the address of a deposit that must not be paid any more. */
function isNotToBePaid({ flow, state }: SwapAnswer): boolean {
  return flow === 'deposit-by-hand' && !payableStates.has(state);
}

const payableStates: ReadonlySet<SwapAnswer['state']> = new Set([
  'requested',
  'quoted',
  'awaiting_deposit',
]);

/** A manual deposit that arrives after the cancellation makes the swap continue. */
function describeCancel({ flow, state, reason }: SwapAnswer, status: CancelStatus): string {
  switch (status) {
    case 'pending':
      return 'requested; the chain decides';
    case 'cancelled':
      return 'done';
    case 'too_late': {
      if (state === 'failed' || state === 'expired')
        return `without effect: the swap ended as ${state}`;
      if (flow !== 'deposit-by-hand') return 'requested too late: the payment landed first';
      const next = state === 'needs_review' && reason ? '; see the reason for what you can do' : '';
      return `without effect: the deposit was paid anyway${next}`;
    }
    default:
      return assertNever(status, 'cancel status');
  }
}

/** A transfer that no chain has shown has only the amount that the provider promised. */
function amountOf({ amount, amountBaseUnits, promised }: SwapAnswer['legs'][number]): string {
  if (promised !== undefined) return `unseen, promised at least ${promised}`;
  return amount ?? `${amountBaseUnits} base units`;
}

/** The symbol if the job names this token; otherwise the address, which is unambiguous. */
function tokenName({ chain, token }: SwapAnswer['legs'][number], { to, from }: SwapAnswer): string {
  const asset = [to, from].find((one) => one.chain === chain && one.token === token);
  return asset?.symbol ?? `of ${token}`;
}

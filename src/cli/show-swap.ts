import { type Column, renderTable } from './render-table.ts';
import type { SwapAnswer } from './swap-answer.ts';

/** One swap for a person: what was asked, where it is, where the money is. */
export function showSwap(swap: SwapAnswer): string {
  const { from, to, reason, order, payment } = swap;
  const bound = swap.minOut === undefined ? `slippage ${swap.slippageBps ?? 0} bps` : `at least ${swap.minOut}`;
  const lines: [string, string | undefined][] = [
    ['swap', swap.id],
    ['state', `${swap.state}, funds ${swap.fundsState}`],
    ['reason', reason && `${reason.code}: ${reason.message}`],
    ['', reason?.meaning],
    ['cancel', swap.cancel && cancelStatus[swap.cancel.status]],
    ['retry of', swap.retryOf],
    ['retried', swap.retriedBy && `by ${swap.retriedBy}`],
    ['from', `${swap.amount} ${from.symbol} on ${from.chain}, wallet ${swap.wallet.name} (${swap.wallet.address})`],
    ['to', `${to.symbol} on ${to.chain}, ${bound}, for ${swap.receiver}`],
    ['order', order && `by ${order.provider}: expects ${order.expectedOut}, at least ${order.minOut} ${to.symbol}`],
    ['payment', payment && `${payment.txId} on ${payment.chain}, ${payment.status}`],
    ...swap.legs.map((leg): [string, string] => [
      leg.role,
      `${leg.amount ?? `${leg.amountBaseUnits} base units`} ${tokenName(leg, swap)} in ${leg.txId} on ${leg.chain}, ${leg.level}`,
    ]),
    ['created', swap.createdAt],
    ['updated', swap.updatedAt],
  ];
  return lines.flatMap(([name, text]) => (text === undefined ? [] : [`${name.padEnd(9)}${text}`])).join('\n');
}

const cancelStatus: Readonly<Record<NonNullable<SwapAnswer['cancel']>['status'], string>> = {
  pending: 'requested; the chain decides',
  cancelled: 'done',
  too_late: 'requested too late: the payment was quicker',
};

/** The symbol where the payout is of a token of the job; else its address, which can not be mistaken. */
function tokenName({ chain, token }: SwapAnswer['legs'][number], { to, from }: SwapAnswer): string {
  const asset = [to, from].find((one) => one.chain === chain && one.token === token);
  return asset?.symbol ?? `of ${token}`;
}

const columns: readonly Column[] = [
  { title: 'swap' },
  { title: 'state' },
  { title: 'funds' },
  { title: 'amount', align: 'right' },
  { title: 'from' },
  { title: 'to' },
  { title: 'reason' },
  { title: 'created' },
];

export function showSwaps(swaps: readonly SwapAnswer[]): string {
  return renderTable(
    columns,
    swaps.map(({ id, state, fundsState, amount, from, to, reason, createdAt }) => [
      id,
      state,
      fundsState,
      amount,
      `${from.symbol} ${from.chain}`,
      `${to.symbol} ${to.chain}`,
      reason?.code ?? '',
      createdAt,
    ]),
  );
}

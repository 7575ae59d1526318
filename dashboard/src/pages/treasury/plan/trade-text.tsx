import type { PlannedTrade } from 'ferryman-client';
import { Amount } from '../../../parts/amount.tsx';

/** What a planned job takes and brings. */
export function TradeText({ trade }: { trade: PlannedTrade }) {
  const { amount, from, to, expectedOut } = trade;
  return (
    <>
      <Amount value={amount} symbol={from.symbol} /> on {from.chain} →{' '}
      {expectedOut === undefined ? to.symbol : <Amount value={expectedOut} symbol={to.symbol} />} on{' '}
      {to.chain}
    </>
  );
}

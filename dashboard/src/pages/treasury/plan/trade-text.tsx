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

/** US dollars to the cent, downwards. */
export function usdText(usd: string | undefined): string {
  if (usd === undefined) return '–';
  const [whole = '0', fraction = ''] = usd.split('.');
  return `$${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
}

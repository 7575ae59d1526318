import { formatAmount } from '../../core/amounts/amounts.ts';
import { type Layout, renderTable } from '../render-table.ts';
import { type DemoReport, type DemoSwap, demoRoute } from './demo-report.ts';

const columns = [
  { title: 'from' },
  { title: 'to' },
  { title: 'kind' },
  { title: 'provider' },
  { title: 'amount in', align: 'right' },
  { title: 'amount out', align: 'right' },
  { title: 'state' },
  { title: 'settlement' },
  { title: 'ms', align: 'right' },
] as const;

/** The final table of the demo with a summary. Amounts are in whole tokens. */
export function renderReport(
  report: DemoReport,
  demoSwaps: readonly DemoSwap[],
  layout: Layout,
): string {
  const rows = demoSwaps.map((swap) => {
    const { from, to, amount } = swap.view.swap.job;
    const route = demoRoute(swap);
    const arrived = swap.view.swap.legs.some(({ role }) => role === 'refund') ? from : to;
    return [
      `${from.symbol} on ${from.chain}`,
      `${to.symbol} on ${to.chain}`,
      route.kind,
      route.provider ?? '',
      `${formatAmount(amount, from.decimals)} ${from.symbol}`,
      `${formatAmount(BigInt(route.amountOut), arrived.decimals)} ${arrived.symbol}`,
      route.state,
      route.level ?? '',
      String(route.ms),
    ];
  });
  const { swaps, settled, refunded, failed, verifiedOnChain, audit } = report;
  const seconds = (milliseconds: number | null): string =>
    milliseconds === null ? 'never' : `${(milliseconds / 1_000).toFixed(1)} s`;
  return [
    renderTable(columns, rows, layout),
    '',
    `${swaps} swaps: ${settled} settled, ${refunded} refunded, ${failed} failed; ${verifiedOnChain} verified on their chain`,
    `set up in ${seconds(report.setupMs)}, first settled after ${seconds(report.firstSettledMs)}, all ended after ${seconds(report.elapsedMs)}`,
    audit.balanced
      ? 'audit: balanced to the base unit for every wallet and token'
      : `audit: NOT balanced\n${JSON.stringify(audit.differences, null, 2)}`,
  ].join('\n');
}

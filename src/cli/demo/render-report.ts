import { renderTable } from '../render-table.ts';
import type { DemoReport } from './demo-report.ts';

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

/** The closing table of the demo and what it amounts to; amounts are base units. */
export function renderReport(report: DemoReport): string {
  const rows = report.routes.map((route) => [
    `${route.from} ${shorten(route.fromToken)}`,
    `${route.to} ${shorten(route.toToken)}`,
    route.kind,
    route.provider ?? '',
    route.amountIn,
    route.amountOut,
    route.state,
    route.level ?? '',
    String(route.ms),
  ]);
  const { swaps, settled, refunded, failed, verifiedOnChain, ledger } = report;
  const seconds = (milliseconds: number | null): string =>
    milliseconds === null ? 'never' : `${(milliseconds / 1_000).toFixed(1)} s`;
  return [
    renderTable(columns, rows),
    '',
    `${swaps} swaps: ${settled} settled, ${refunded} refunded, ${failed} failed; ${verifiedOnChain} verified on their chain`,
    `set up in ${seconds(report.setupMs)}, first settled after ${seconds(report.firstSettledMs)}, all ended after ${seconds(report.elapsedMs)}`,
    ledger.balanced
      ? 'ledger: balanced to the base unit for every wallet and token'
      : `ledger: NOT balanced\n${JSON.stringify(ledger.differences, null, 2)}`,
  ].join('\n');
}

function shorten(address: string): string {
  return /^0x0+$/.test(address) ? 'native' : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

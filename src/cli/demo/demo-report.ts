import { weakestLevel } from '../../core/settlement/settlement.ts';
import { isEnd, type SettlementLevel } from '../../core/swap/swap.ts';
import type { SwapView } from '../../ports/stores/swap-store.ts';
import type { PlannedRoute, RouteKind } from './plan-routes.ts';

/** One swap of the report; amounts are base-unit strings. */
export interface DemoRoute {
  from: string;
  fromToken: string;
  to: string;
  toToken: string;
  kind: RouteKind;
  provider: string | null;
  amountIn: string;
  /** The received amount; for a refund, the refunded amount. */
  amountOut: string;
  minOut: string | null;
  sourceTx: string | null;
  destinationTx: string | null;
  state: string;
  fundsState: string;
  level: SettlementLevel | null;
  ms: number;
}

export interface DemoReport {
  swaps: number;
  settled: number;
  refunded: number;
  failed: number;
  /** Swaps whose settlement or refund was verified on its chain. */
  verifiedOnChain: number;
  setupMs: number;
  firstSettledMs: number | null;
  elapsedMs: number;
  routes: DemoRoute[];
  audit: { balanced: boolean; differences: readonly unknown[] };
}

/** A swap of the demo and its planned route. */
export interface DemoSwap {
  route: PlannedRoute;
  view: SwapView;
}

export function demoRoute({
  route: { kind },
  view: { swap, order, payment },
}: DemoSwap): DemoRoute {
  const { job, legs } = swap;
  return {
    from: job.from.chain,
    fromToken: job.from.token,
    to: job.to.chain,
    toToken: job.to.token,
    kind,
    provider: order?.provider ?? null,
    amountIn: job.amount.toString(),
    amountOut: legs.reduce((sum, leg) => sum + leg.amount, 0n).toString(),
    minOut: order?.minOut.toString() ?? null,
    sourceTx: payment?.txId ?? null,
    destinationTx: legs[0]?.txId ?? null,
    state: swap.state,
    fundsState: swap.fundsState,
    level: weakestLevel(legs) ?? null,
    ms: (isEnd(swap.state) ? swap.updatedAt : Date.now()) - swap.createdAt,
  };
}

/** Whether every swap ended as its kind requires and is verified, and the audit balances. */
export function isSuccess(report: DemoReport): boolean {
  const matchesItsKind = report.routes.every((route) =>
    route.kind === 'refund' ? route.state === 'refunded' : route.state === 'settled',
  );
  return matchesItsKind && report.verifiedOnChain === report.swaps && report.audit.balanced;
}

import type { FundsState, SwapState } from '../core/swap/swap.ts';
import type { Health, LowGas } from '../ports/stores/health-store.ts';
import type { Activity } from '../ports/stores/overview-store.ts';
import { iso } from './iso.ts';

interface OverviewFacts {
  health: Pick<Health, 'workers' | 'frozenWallets' | 'oldestSwaps'>;
  open: ReadonlyMap<SwapState, number>;
  funds: ReadonlyMap<FundsState, number>;
  lowGas: readonly LowGas[];
  activity: Activity;
  /** In milliseconds. */
  period: number;
}

export function overviewJson({ health, open, funds, lowGas, activity, period }: OverviewFacts) {
  const { settleTime, periods, coversFrom } = activity;
  return {
    open: Array.from(open, ([state, count]) => ({
      state,
      count,
      oldestSeconds: Math.floor((health.oldestSwaps.get(state) ?? 0) / 1_000),
    })),
    funds: Array.from(funds, ([fundsState, count]) => ({ fundsState, count })),
    frozenWallets: health.frozenWallets,
    lowGas: lowGas.map(({ wallet, chain, balance, below }) => ({
      wallet,
      chain,
      balanceBaseUnits: balance.toString(),
      belowBaseUnits: below.toString(),
    })),
    processes: Object.entries(health.workers).map(([role, count]) => ({ role, count })),
    activity: {
      coversFrom: iso(coversFrom),
      periodSeconds: period / 1_000,
      periods: periods.map(({ from, ...rest }) => ({ from: iso(from), ...rest })),
      ...(settleTime
        ? {
            settled: {
              count: settleTime.count,
              p50Seconds: settleTime.p50 / 1_000,
              p95Seconds: settleTime.p95 / 1_000,
            },
          }
        : {}),
    },
  };
}

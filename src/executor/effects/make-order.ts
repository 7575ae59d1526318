import { assertNever } from '../../core/assert-never.ts';
import type { Decision, Observation } from '../../core/decide/decision.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import type { AllowanceStore } from '../../ports/stores/observation-store.ts';
import type { OrderStore } from '../../ports/stores/order-store.ts';
import type { ExecutorContext } from '../context.ts';
import { checkShortage } from './check-shortage.ts';
import { judgeOrder } from './judge-order.ts';
import { readAllowance } from './read-allowance.ts';
import { reportOrderLeft } from './report-order-left.ts';
import { requestBestSwap } from './request-best-swap.ts';
import { requestQuote } from './request-quote.ts';
import { requestSwapData } from './request-swap-data.ts';

type OrderKind = 'quote' | 'request_best_swap' | 'request_swap_data' | 'read_allowance';
export type OrderDecision = Extract<Decision, { kind: OrderKind }>;

/** What leads to an order that can be signed. Swaps and previews of swaps take the same steps. */
export async function makeOrder(
  context: ExecutorContext<OrderStore & AllowanceStore & AdmissionStore>,
  snapshot: Snapshot,
  decision: OrderDecision,
): Promise<Observation> {
  switch (decision.kind) {
    case 'quote':
      return checkShortage(context, snapshot, requestQuote(context, snapshot));
    case 'request_best_swap':
      return requestBestSwap(context, snapshot);
    case 'request_swap_data':
      return (
        (await judgeOrder(context, snapshot, decision.order)) ??
        reportOrderLeft(
          snapshot,
          checkShortage(context, snapshot, requestSwapData(context, snapshot, decision.order)),
        )
      );
    case 'read_allowance':
      await readAllowance(context, snapshot, decision);
      return { kind: 'none' };
    default:
      return assertNever(decision, 'decision');
  }
}

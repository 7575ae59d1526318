import { assertNever } from '../../core/assert-never.ts';
import type { Decision, Observation } from '../../core/decide/decision.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
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
    case 'read_allowance': {
      const { block } = await readAllowance(context, snapshot, decision);
      requireBlockOfApprove(snapshot, block);
      return { kind: 'none' };
    }
    default:
      return assertNever(decision, 'decision');
  }
}

/**
 * Of several hosts the earliest block counts, so one of them may not have that of the swap's approve.
 * Throws `RPC_BEHIND`, which makes the swap wait before it reads again.
 */
function requireBlockOfApprove({ steps, allowance, swap }: Snapshot, read: bigint): void {
  const step = steps.find(({ id }) => id === allowance?.approving?.stepId);
  for (const { inclusion } of step?.lease?.attempts ?? []) {
    if (!('block' in inclusion) || inclusion.block.number <= read) continue;
    const { chain } = swap.job.from;
    throw new FerrymanError(
      'RPC_BEHIND',
      `an endpoint of ${chain} is at block ${read}, and does not have the approve in block ${inclusion.block.number} yet`,
      { next: 'retry' },
    );
  }
}

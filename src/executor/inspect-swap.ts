import { locateMoney, type MoneyReport } from '../core/operator/locate-money.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { Snapshot } from '../core/swap/swap.ts';
import { noSuchSwap } from '../errors/no-such-swap.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import type { ExecutorContext } from './context.ts';

export interface InspectedSwap {
  snapshot: Snapshot;
  money: MoneyReport;
}

/** What the journal has of a swap, and what it means for its money. Throws `NOT_FOUND`. */
export async function inspectSwap(
  {
    journal,
    policy,
  }: { journal: Pick<SwapStore, 'snapshot' | 'findSuccessor'> } & Pick<ExecutorContext, 'policy'>,
  id: SwapId,
): Promise<InspectedSwap> {
  const snapshot = await journal.snapshot(id);
  if (!snapshot) throw noSuchSwap(id);
  const successor = await journal.findSuccessor(id);
  const { maxGenerations } = policy;
  return { snapshot, money: locateMoney(snapshot, { maxGenerations, successor }) };
}

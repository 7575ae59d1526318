import { locateMoney, type MoneyReport } from '../core/operator/locate-money.ts';
import type { SwapId } from '../core/swap/ids.ts';
import { isEnd, type Snapshot } from '../core/swap/swap.ts';
import { noSuchSwap } from '../errors/no-such-swap.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import type { ExecutorContext } from './context.ts';

export interface InspectedSwap {
  snapshot: Snapshot;
  money: MoneyReport;
}

export type InspectStore = Pick<SwapStore, 'snapshot' | 'findSuccessor' | 'findLandingDeposit'>;

/** What the journal has of a swap, and what it means for its money. Throws `NOT_FOUND`. */
export async function inspectSwap(
  { journal, policy, clock }: { journal: InspectStore } & Pick<ExecutorContext, 'policy' | 'clock'>,
  id: SwapId,
): Promise<InspectedSwap> {
  const snapshot = await journal.snapshot(id);
  if (!snapshot) throw noSuchSwap(id);
  const successor = await journal.findSuccessor(id);
  const { job, state } = snapshot.swap;
  const mayLand = job.flow === 'deposit-by-hand' && isEnd(state);
  const landing = mayLand ? await journal.findLandingDeposit(id) : undefined;
  const rules = { maxGenerations: policy.maxGenerations, successor, landing, now: clock.now() };
  return { snapshot, money: locateMoney(snapshot, rules) };
}

import type { SwapId } from '../core/swap/ids.ts';
import { noSuchSwap } from '../errors/no-such-swap.ts';
import type { SwapStore, SwapView } from '../ports/stores/swap-store.ts';

/** A swap as readers see it. Throws `NOT_FOUND`. */
export async function viewOf(journal: Pick<SwapStore, 'findSwap'>, id: SwapId): Promise<SwapView> {
  const view = await journal.findSwap(id);
  if (!view) throw noSuchSwap(id);
  return view;
}

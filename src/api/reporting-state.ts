import type { SwapId } from '../core/swap/ids.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';

/**
 * Does something to a swap. An error reports in its details how far the swap is then (`stage`) and
 * where its money is (`fundsState`), so that a program need not ask again.
 */
export async function reportingState<Result>(
  journal: Pick<SwapStore, 'findSwap'>,
  id: SwapId,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    const view = await journal.findSwap(id).catch(() => undefined);
    if (!view) throw cause;
    const { state, fundsState } = view.swap;
    const { code, message, next, details, faults, retryAfter } = toFerrymanError(cause);
    throw new FerrymanError(code, message, {
      cause,
      next,
      faults,
      details: { ...details, stage: state, fundsState },
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
}

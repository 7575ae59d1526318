import type { SwapId } from '../core/swap/ids.ts';
import { FerrymanError } from './ferryman-error.ts';

/** Of a body only its hash is kept: what it asked for shows in its swap. */
export function idempotencyConflict(swapId: SwapId): FerrymanError {
  return new FerrymanError(
    'IDEMPOTENCY_CONFLICT',
    `this idempotency key was used with another body, for the swap ${swapId}`,
    { details: { swapId } },
  );
}

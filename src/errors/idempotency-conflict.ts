import type { SwapId } from '../core/swap/ids.ts';
import { FerrymanError } from './ferryman-error.ts';

/** The journal stores only the hash of a body; the swap shows what the body asked for. */
export function idempotencyConflict(swapId: SwapId): FerrymanError {
  return new FerrymanError(
    'IDEMPOTENCY_CONFLICT',
    `this idempotency key was already used with another body, for swap ${swapId}`,
    { details: { swapId } },
  );
}

/** The same for a bulk action. */
export function bulkConflict(id: string): FerrymanError {
  return new FerrymanError(
    'IDEMPOTENCY_CONFLICT',
    `this idempotency key was already used with another body, for the bulk action ${id}`,
  );
}

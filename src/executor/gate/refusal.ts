import type { Reason } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/** What the gate says, as the error of an effect: the swap waits and tries again. */
export function refusal({ code, message }: Reason): FerrymanError {
  return new FerrymanError(code as 'NETWORK_CLOSED' | 'NETWORK_UNPROVEN', message, {
    next: 'retry',
  });
}

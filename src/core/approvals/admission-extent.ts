import { assertNever } from '../assert-never.ts';
import type { SwapId } from '../swap/ids.ts';
import type { SealableAdmission } from './admission-seal.ts';

/**
 * Whether an admission is for the swap, and its time is not over. Its seal covers what this reads.
 * @param now milliseconds since the epoch
 */
export function reaches(
  { scope, swapId, until }: Pick<SealableAdmission, 'scope' | 'swapId' | 'until'>,
  swap: SwapId,
  now: number,
): boolean {
  switch (scope) {
    case 'once':
      return swapId === swap;
    case 'until':
      return until !== undefined && now < until;
    case 'permanent':
      return true;
    default:
      return assertNever(scope, 'scope');
  }
}

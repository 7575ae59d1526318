import type { SwapId } from '../swap/ids.ts';
import type { Reason } from '../swap/swap.ts';

/** The only swap that may pay in place of one that has ended unpaid. */
export interface Successor {
  swapId: SwapId;
  version: number;
  /** `retry`: it has the same job. `edit`: a person changed the job. */
  as: 'retry' | 'edit';
}

/** Why nothing more is tried for a swap that an edited one has replaced. */
export function replacedBy(id: SwapId): Reason & { code: 'SWAP_REPLACED' } {
  return {
    code: 'SWAP_REPLACED',
    message: `the swap ${id}, an edited one, has replaced it; if that one ends unpaid, retry or edit that one`,
  };
}

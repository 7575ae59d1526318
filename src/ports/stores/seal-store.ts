import type { SwapId } from '../../core/swap/ids.ts';
import type { JobSeal } from '../../core/swap/job-seal.ts';
import type { Swap } from '../../core/swap/swap.ts';

/** Seals of jobs that were stored without one. */
export interface SealStore {
  /** Swaps that have not ended and whose job has no seal, the oldest first. */
  unsealedSwaps(limit: number): Promise<Swap[]>;
  /** A seal that is there stays. Returns how many swaps have got theirs. */
  sealSwaps(seals: readonly { id: SwapId; seal: JobSeal }[]): Promise<number>;
}

import type { SwapId } from '../../core/swap/ids.ts';
import type { JobSeal } from '../../core/swap/job-seal.ts';

/** Seals of jobs that were stored without one, each after a person has seen its job. */
export interface SealStore {
  /** A seal that is there stays. Returns how many swaps have got theirs. */
  sealSwaps(seals: readonly { id: SwapId; seal: JobSeal }[]): Promise<number>;
}

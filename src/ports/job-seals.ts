import type { JobAuthenticity, JobSeal, SealedJob } from '../core/swap/job-seal.ts';
import type { Swap } from '../core/swap/swap.ts';

/** Makes seals of jobs. Only processes that accept jobs have one. */
export type SealJob = (job: SealedJob, by: string) => JobSeal;

export interface JobSeals {
  /**
   * Reads the secret key, and creates it on the first use of a data folder. Throws `CONFIG_INVALID`
   * if this process has none.
   */
  sealer(): Promise<SealJob>;
  /** Throws `JOB_KEY_UNKNOWN` for a seal of a key that this process does not know. */
  verify(
    swap: Pick<Swap, 'id' | 'idempotencyKey' | 'job' | 'seal' | 'state'>,
  ): Promise<JobAuthenticity>;
}

import type { AdmissionSeal, SealableAdmission } from '../core/approvals/admission-seal.ts';
import type { BulkAuthenticity, BulkSeal, SealableBulk } from '../core/operator/bulk-seal.ts';
import type { JobAuthenticity, JobOrigin, JobSeal, SealedJob } from '../core/swap/job-seal.ts';
import type { Swap } from '../core/swap/swap.ts';

/** Makes seals of jobs. Only processes that accept or retry jobs have one. */
export type SealJob = (job: SealedJob & JobOrigin, by: string) => JobSeal;

/** Makes seals of what persons admit. Only processes in which persons decide have one. */
export type SealAdmission = (admission: SealableAdmission) => AdmissionSeal;

/**
 * Makes seals of bulk actions. Only processes that accept them have one.
 * @param at when it was accepted, in milliseconds since the epoch
 */
export type SealBulk = (action: SealableBulk, at: number) => BulkSeal;

export interface JobSeals {
  /**
   * Reads the secret key, and creates it on the first use of a data folder. Throws `CONFIG_INVALID`
   * if this process has none.
   */
  sealer(): Promise<SealJob>;
  /** As far as this process has the secret key already: nothing is created for it. */
  sealerIfAny(): Promise<SealJob | undefined>;
  /** The same for what persons admit. Throws `CONFIG_INVALID`. */
  admissionSealer(): Promise<SealAdmission>;
  /** The same for bulk actions. Throws `CONFIG_INVALID`. */
  bulkSealer(): Promise<SealBulk>;
  /** Whether a process of Ferryman sealed the bulk action as it is given. */
  verifyBulk(action: SealableBulk, seal: BulkSeal): Promise<BulkAuthenticity>;
  /** Whether a process of Ferryman sealed the admission. A seal of an unknown key is none. */
  isSealed(admission: SealableAdmission & { seal?: AdmissionSeal }): Promise<boolean>;
  /** Throws `JOB_KEY_UNKNOWN` for a seal of a key that this process does not know. */
  verify(
    swap: Pick<Swap, 'id' | 'idempotencyKey' | 'job' | 'seal' | 'state'>,
  ): Promise<JobAuthenticity>;
}

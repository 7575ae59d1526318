import { assertNever } from '../core/assert-never.ts';
import { renewJob } from '../core/operator/judge-retry.ts';
import {
  type JobAuthenticity,
  type JobSeal,
  retriedBy,
  type SealedJob,
  type SwapName,
  sealedText,
  submittedAtOf,
} from '../core/swap/job-seal.ts';
import type { Swap } from '../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { JobSeals } from '../ports/job-seals.ts';

/** Seals the job of the swap that retries another one. */
export type SealRetry = (job: SealedJob, by: string) => JobSeal;

/**
 * What seals the job of the swap that retries this one: nothing if this one has no seal, so that
 * the guard holds the new one too. It seals this job alone, with as much time as this one had: the
 * journal may have changed since. Throws `JOB_FORGED`: a person must not make a changed job real.
 * That this process does not know the key (`JOB_KEY_UNKNOWN`) is thrown on sealing alone, which a
 * retry of the same swap does not need.
 * @param now from which the time of the new swap counts
 */
export async function sealAgain(
  { jobSeals }: { jobSeals: Pick<JobSeals, 'verify' | 'sealer'> },
  swap: Swap,
  now: number,
): Promise<SealRetry | undefined> {
  let found: JobAuthenticity;
  try {
    found = await jobSeals.verify(swap);
  } catch (cause) {
    if (toFerrymanError(cause).code !== 'JOB_KEY_UNKNOWN') throw cause;
    return () => {
      throw cause;
    };
  }
  switch (found.kind) {
    case 'sealed': {
      const seal = await jobSeals.sealer();
      const renewed = renewJob(swap.job, submittedAtOf(swap), now);
      return (sealed, by) => {
        if (textOf({ ...sealed, job: renewed }) !== textOf(sealed)) throw forged(swap);
        return seal({ ...sealed, submittedAt: now, retries: retriedBy(swap) }, by);
      };
    }
    case 'unsealed':
      return undefined;
    default:
      throw forged(swap);
  }
}

/**
 * The swaps that one in the place of this swap retries, by this one's seal: the database may say
 * something else of a swap that has ended. `undefined`: it has no seal, so that the new one gets none
 * either. Throws `JOB_FORGED`, `JOB_KEY_UNKNOWN`.
 */
export async function retriedInPlaceOf(
  { jobSeals }: { jobSeals: Pick<JobSeals, 'verify'> },
  swap: Swap,
): Promise<readonly SwapName[] | undefined> {
  const { kind } = await jobSeals.verify(swap);
  switch (kind) {
    case 'sealed':
      return retriedBy(swap);
    case 'unsealed':
      return undefined;
    case 'forged':
      throw forged(swap);
    default:
      return assertNever(kind, 'authenticity');
  }
}

function textOf(sealed: SealedJob): string {
  return sealedText(sealed, { version: 1, keyId: '', by: '' });
}

function forged({ id }: Swap): FerrymanError {
  return new FerrymanError(
    'JOB_FORGED',
    `the job of swap ${id} is not the one that was submitted: its seal does not match`,
    { details: { swapId: id } },
  );
}

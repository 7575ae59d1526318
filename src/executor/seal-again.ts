import type { Job } from '../core/swap/job.ts';
import { type JobAuthenticity, sealedText } from '../core/swap/job-seal.ts';
import type { Swap } from '../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { JobSeals, SealJob } from '../ports/job-seals.ts';

/**
 * What seals the job of the swap that retries this one: nothing if this one has no seal, so that
 * the guard holds the new one too. It seals this job alone, which the journal may have changed since.
 * Throws `JOB_FORGED`: a person must not make a changed job real. That this process does not know the
 * key (`JOB_KEY_UNKNOWN`) is thrown on sealing alone, which a retry of the same swap does not need.
 */
export async function sealAgain(
  { jobSeals }: { jobSeals: Pick<JobSeals, 'verify' | 'sealer'> },
  swap: Swap,
): Promise<SealJob | undefined> {
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
      return (sealed, by) => {
        if (textOf(sealed.job, swap) !== textOf(swap.job, swap)) throw forged(swap);
        return seal(sealed, by);
      };
    }
    case 'unsealed':
      return undefined;
    default:
      throw forged(swap);
  }
}

/** A retry has deadlines of its own. */
function textOf({ deadline: _, deadlineIfHeld: __, ...job }: Job, swap: Swap): string {
  const { deadline, deadlineIfHeld } = swap.job;
  const deadlines = { deadline, ...(deadlineIfHeld === undefined ? {} : { deadlineIfHeld }) };
  return sealedText({ ...swap, job: { ...job, ...deadlines } }, { version: 1, keyId: '', by: '' });
}

function forged({ id }: Swap): FerrymanError {
  return new FerrymanError(
    'JOB_FORGED',
    `the job of swap ${id} is not the one that was submitted: its seal does not match`,
    { details: { swapId: id } },
  );
}

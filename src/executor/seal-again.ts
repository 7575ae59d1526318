import type { Job } from '../core/swap/job.ts';
import { sealedText } from '../core/swap/job-seal.ts';
import type { Swap } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { JobSeals, SealJob } from '../ports/job-seals.ts';

/**
 * What seals the job of the swap that retries this one: nothing if this one has no seal, so that
 * the guard holds the new one too. It seals this job alone, which the journal may have changed since.
 * Throws `JOB_FORGED`: a person must not make a changed job real.
 */
export async function sealAgain(
  { jobSeals }: { jobSeals: Pick<JobSeals, 'verify' | 'sealer'> },
  swap: Swap,
): Promise<SealJob | undefined> {
  const found = await jobSeals.verify(swap);
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

/** A retry has a deadline of its own. */
function textOf(job: Job, swap: Swap): string {
  const { deadline } = swap.job;
  return sealedText({ ...swap, job: { ...job, deadline } }, { version: 1, keyId: '', by: '' });
}

function forged({ id }: Swap): FerrymanError {
  return new FerrymanError(
    'JOB_FORGED',
    `the job of swap ${id} is not the one that was submitted: its seal does not match`,
    { details: { swapId: id } },
  );
}

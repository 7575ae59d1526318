import type { Swap } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { SealJob } from '../ports/job-seals.ts';
import type { ExecutorContext } from './context.ts';

/**
 * What seals the job of the swap that retries this one: nothing if this one has no seal, so that
 * the guard holds the new one too. Throws `JOB_FORGED`: a person must not make a changed job real.
 */
export async function sealAgain(
  { jobSeals }: Pick<ExecutorContext, 'jobSeals'>,
  swap: Swap,
): Promise<SealJob | undefined> {
  const found = await jobSeals.verify(swap);
  switch (found.kind) {
    case 'sealed':
      return jobSeals.sealer();
    case 'unsealed':
      return undefined;
    default:
      throw new FerrymanError(
        'JOB_FORGED',
        `the job of swap ${swap.id} is not the one that was submitted: its seal does not match`,
        { details: { swapId: swap.id } },
      );
  }
}

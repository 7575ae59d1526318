import { setTimeout as pause } from 'node:timers/promises';
import { FerrymanError } from '../../errors/ferryman-error.ts';

const maxTries = 30;

/**
 * Submits a job again under its key, as the error's explanation says, while what failed may pass: on
 * a busy machine a local chain that has just started does not always answer in time. Throws the
 * error of the last try, and at once one that repeating cannot mend.
 */
export async function submitPatiently<Answer>(
  submit: () => Promise<Answer>,
  { signal, betweenTries = 1_000 }: { signal: AbortSignal; betweenTries?: number },
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await submit();
    } catch (error) {
      const mayPass = error instanceof FerrymanError && error.next === 'retry';
      if (!mayPass || tries === maxTries) throw error;
      await pause(betweenTries, undefined, { signal });
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { toFerrymanError } from '../errors/ferryman-error.ts';

/**
 * Tries again what fails for a passing cause, `tries` times in all, after pauses that double from
 * `pause` milliseconds. A swap that has changed meanwhile (`JOURNAL_STALE`) is none of these
 * causes. Throws what the last try threw.
 */
export async function retryWithPause<Result>(
  attempt: () => Promise<Result>,
  { pause, tries }: { pause: number; tries: number },
): Promise<Result> {
  try {
    return await attempt();
  } catch (cause) {
    const { code, next } = toFerrymanError(cause);
    if (tries <= 1 || next !== 'retry' || code === 'JOURNAL_STALE') throw cause;
  }
  await sleep(pause);
  return retryWithPause(attempt, { pause: 2 * pause, tries: tries - 1 });
}

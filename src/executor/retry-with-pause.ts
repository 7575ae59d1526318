import { setTimeout as sleep } from 'node:timers/promises';
import { toFerrymanError } from '../errors/ferryman-error.ts';

/**
 * Retries transient failures, `tries` attempts in all, with pauses that double from `pause`
 * milliseconds. `JOURNAL_STALE` (the swap has changed) is not transient. Throws what the last
 * attempt threw.
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

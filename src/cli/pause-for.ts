import { setTimeout as pause } from 'node:timers/promises';

/** The longest that a timer takes, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Resolves after so many milliseconds, or when the signal is aborted. */
export async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(Math.min(milliseconds, longest), undefined, { signal }).catch(() => undefined);
}

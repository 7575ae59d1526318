import { setTimeout as pause } from 'node:timers/promises';

/**
 * For what is running when the workers stop, in milliseconds; the rest is given back unfinished.
 */
const finishWithin = 5_000;

/** Waits, but no longer than a stopping process has. */
export async function withinReason(finished: Promise<unknown>): Promise<void> {
  await Promise.race([finished, pause(finishWithin, undefined, { ref: false })]);
}

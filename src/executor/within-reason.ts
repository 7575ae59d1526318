import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for running work when the workers stop; the rest is released unfinished. */
const finishWithin = 5_000;

/** Waits, but not longer than a stopping process may. */
export async function withinReason(finished: Promise<unknown>): Promise<void> {
  await Promise.race([finished, pause(finishWithin, undefined, { ref: false })]);
}

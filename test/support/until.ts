import { setTimeout as pause } from 'node:timers/promises';
import { hangLimit } from './hang-limit.ts';

/** Waits for a condition, however long it takes to come about, unless it never does. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + hangLimit;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not come about');
    await pause(50);
  }
}

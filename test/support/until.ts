import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition, for at most `patience` milliseconds. */
export async function until(condition: () => Promise<boolean>, patience = 100_000): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition did not come about');
    await pause(50);
  }
}

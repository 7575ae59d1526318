import { setTimeout as pause } from 'node:timers/promises';
import { hangLimit } from './hang-limit.ts';

/** What the process warned of, such as a chain engine that ended by itself: often the cause. */
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

/**
 * Waits for a condition, however long it takes to come about, unless it never does.
 * @param describe tells what there is instead
 */
export async function until(
  condition: () => Promise<boolean>,
  describe?: () => unknown,
): Promise<void> {
  const deadline = performance.now() + hangLimit;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(await complaint(describe));
    await pause(50);
  }
}

async function complaint(describe?: () => unknown): Promise<string> {
  const found = describe === undefined ? [] : [`there is ${JSON.stringify(await describe())}`];
  const warned = warnings.slice(-5).map((warning) => `the process warned: ${warning}`);
  return ['the condition did not come about', ...found, ...warned].join('; ');
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineClient } from './chain-client.ts';
import { isUnreachable } from './is-unreachable.ts';

/**
 * Makes the engine mine a block at each interval, until the signal aborts. The engine could do this itself, but then it
 * keeps the state of the last 1,500 blocks, whatever it is told to: hundreds of megabytes after a few minutes.
 */
export async function mineBlocks(engine: EngineClient, intervalMs: number, signal: AbortSignal): Promise<void> {
  let dueAt = Date.now();
  while (!signal.aborted) {
    try {
      await engine.mine({ blocks: 1 });
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
    // What was missed is not made up for by a burst.
    dueAt = Math.max(dueAt + intervalMs, Date.now());
    await sleep(dueAt - Date.now());
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { submit } from './api-client.ts';
import { startUp } from './ferryman.ts';
import { jobAt } from './jobs.ts';
import { awaitIdle } from './load.ts';
import type { Stage } from './stage.ts';

/**
 * Settles a few swaps, whose rows are copied then, and ends the service.
 * @param until in `performance.now()` milliseconds
 * @returns their ids, and the API key of the journal
 */
export async function settleSome(
  bench: Bench,
  stage: Stage,
  { count, until }: { count: number; until: number },
): Promise<{ key: string; ids: string[] }> {
  const ferryman = await startUp(stage);
  bench.atEnd(() => ferryman.kill());
  const plan = { world: stage.standIns, wallets: stage.home.wallets };
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(await submit(ferryman, `bench-${index}`, jobAt(plan, index)));
  }
  const { settled } = await awaitIdle(ferryman, until, count);
  if (settled < count) throw new Error('the template swaps did not settle in time');
  await pause(1_000);
  await ferryman.stop();
  return { key: ferryman.api.key, ids };
}

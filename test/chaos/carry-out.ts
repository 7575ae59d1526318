import { setTimeout as pause } from 'node:timers/promises';
import { isEnd } from '../../src/core/swap.ts';
import type { ApiAnswer, Client } from './client.ts';
import type { PlannedJob } from './plan-jobs.ts';

/** Jobs that are open at the same time: a client submits its next one when the last has come to rest. */
const clients = 24;
/**
 * For so long nothing may change where a person is waited for, in milliseconds: what goes on by itself does so sooner, such as the
 * cancelling of what a frozen wallet had signed and may not send (after 20 s).
 */
const steadyFor = 30_000;
const betweenRounds = 500;

export interface Work {
  /** Jobs that have not come to rest. */
  open(): number;
  /** What the API says at last, by the job's key. */
  finished: Promise<Map<string, ApiAnswer>>;
}

/** Has the jobs done by clients, and waits until all have come to an end, or to a person and nothing changes any more. */
export function carryOut(jobs: readonly PlannedJob[], client: Client, { patience }: { patience: AbortSignal }): Work {
  const waiting = [...jobs];
  const atRest = new Set<string>();

  async function work(): Promise<void> {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      await client.carryOut(job);
      atRest.add(job.key);
    }
  }

  async function untilSteady(): Promise<void> {
    let last = '';
    let since = Date.now();
    for (;;) {
      const answers = await Promise.all(
        jobs.map((job) => client.look(job).then(async (told) => told ?? client.carryOut(job))),
      );
      const states = answers.map(({ swap }) => swap.state);
      if (states.every(isEnd)) return;
      const now = JSON.stringify(states);
      if (now !== last) [last, since] = [now, Date.now()];
      const mayRest = states.every((state) => isEnd(state) || state === 'needs_review');
      if (mayRest && Date.now() > since + steadyFor) return;
      await pause(betweenRounds, undefined, { signal: patience });
    }
  }

  async function finish(): Promise<Map<string, ApiAnswer>> {
    try {
      await Promise.all(Array.from({ length: clients }, work));
      await untilSteady();
    } catch (cause) {
      // What is open when patience ends is counted as such.
      if (!patience.aborted) throw cause;
    }
    const told = await Promise.all(jobs.map(async (job) => [job.key, await client.lastLook(job)] as const));
    return new Map(told.flatMap(([key, answer]) => (answer ? [[key, answer]] : [])));
  }

  return { open: () => jobs.length - atRest.size, finished: finish() };
}

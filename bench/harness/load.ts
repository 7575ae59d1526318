import { setTimeout as pause } from 'node:timers/promises';
import { countStates, submit } from './api-client.ts';
import type { Ferryman } from './ferryman.ts';
import { type JobPlan, jobAt } from './jobs.ts';

/** Counts of swaps by outcome, from the API. */
export interface Standing {
  settled: number;
  /** Ended in another state, or waiting for a person. */
  wrong: number;
  open: number;
}

/** Poll interval of the API in milliseconds. Each poll costs it a few statements. */
const lookEvery = 500;
const openStates = [
  'requested',
  'quoted',
  'executing',
  'confirming',
  'settling',
  'claiming',
  'refunding',
];

export async function lookAt(ferryman: Ferryman): Promise<Standing> {
  const counts = await countStates(ferryman);
  const sum = (states: readonly string[]): number =>
    states.reduce((total, state) => total + (counts.get(state) ?? 0), 0);
  const all = sum([...counts.keys()]);
  const settled = counts.get('settled') ?? 0;
  const open = sum(openStates);
  return { settled, open, wrong: all - settled - open };
}

/** Submits jobs, a few at a time, with consecutive keys. */
export interface Submitter {
  submitted(): number;
  /**
   * @param until stops at this moment of `performance.now()`
   * @returns the number of submitted jobs
   */
  submit(count: number, until?: number): Promise<number>;
}

const sideBySide = 4;

export function createSubmitter(
  ferryman: Pick<Ferryman, 'api'>,
  plan: JobPlan,
  first = 0,
): Submitter {
  let next = first;
  return {
    submitted: () => next - first,
    async submit(count, until = Number.POSITIVE_INFINITY) {
      const end = next + count;
      let done = 0;
      const work = async (): Promise<void> => {
        while (next < end && performance.now() < until) {
          const index = next;
          next += 1;
          await submit(ferryman, `bench-${index}`, jobAt(plan, index));
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: sideBySide }, work));
      return done;
    },
  };
}

/** Keeps about `backlog` swaps open until `isOver` returns true. It runs at each poll. */
export async function keepBusy(
  ferryman: Ferryman,
  submitter: Submitter,
  backlog: number,
  isOver: (standing: Standing) => boolean | Promise<boolean>,
): Promise<Standing> {
  for (;;) {
    const standing = await lookAt(ferryman);
    if (await isOver(standing)) return standing;
    await Promise.all([submitter.submit(Math.max(0, backlog - standing.open)), pause(lookEvery)]);
  }
}

/**
 * Waits until all submitted swaps have ended, or the time is over.
 * @param submitted swaps of the journal in all: the API counts them at most once a second, so an
 *   older count may lack the newest
 */
export async function awaitIdle(
  ferryman: Ferryman,
  until: number,
  submitted: number,
): Promise<Standing> {
  for (;;) {
    const standing = await lookAt(ferryman);
    const { settled, wrong } = standing;
    if (settled + wrong >= submitted || performance.now() > until) return standing;
    await pause(lookEvery / 2);
  }
}

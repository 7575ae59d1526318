import { setTimeout as pause } from 'node:timers/promises';
import type { ApiSwap } from './api-swap.ts';
import { type Client, isAtRest, isOver } from './client.ts';
import type { PlannedJob } from './plan-jobs.ts';

/**
 * Jobs that are open at the same time: a client submits its next one when the last has come to
 * rest.
 */
const clients = 24;
/**
 * For so long nothing may change where a person is waited for, in milliseconds: what goes on by
 * itself does so sooner, such as the cancelling of what a frozen wallet had signed and may not send
 * (after 20 s).
 */
const steadyFor = 30_000;
/** So long before a person releases wallets: a swap that waits is looked at every 5 s. */
const steadyBeforeRelease = 8_000;
/** A wallet that is found frozen again and again is released no more. */
const maxReleases = 5;
const betweenRounds = 500;

export interface WorkOptions {
  patience: AbortSignal;
  /** Whether faults are under way that no request waits for. */
  isDisturbed(): boolean;
  /**
   * A person looks at the frozen wallets and releases them; tells whether there was one that could
   * be.
   */
  releaseWallets(): Promise<boolean>;
}

export interface Work {
  /** Jobs that have not come to rest; of those that are meant, or of all. */
  open(isMeant?: (job: PlannedJob) => boolean): number;
  /**
   * When all have come to an end, or to a person and nothing changes any more; or when patience
   * ends.
   */
  finished: Promise<void>;
}

/** Has the jobs done by clients, and frozen wallets released by a person. */
export function carryOut(jobs: readonly PlannedJob[], client: Client, options: WorkOptions): Work {
  const { patience, isDisturbed, releaseWallets } = options;
  const waiting = [...jobs];
  const atRest = new Set<string>();

  async function work(): Promise<void> {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      await client.carryOut(job);
      atRest.add(job.key);
    }
  }

  /** One look at every job, by all clients at once. */
  async function lookRound(): Promise<{ job: PlannedJob; swap: ApiSwap }[]> {
    return Promise.all(
      jobs.map(async (job) => {
        const { swap } = await client.tend(job);
        if (isAtRest(job, swap)) atRest.add(job.key);
        else atRest.delete(job.key);
        return { job, swap };
      }),
    );
  }

  async function untilSteady(): Promise<void> {
    let last = '';
    let since = Date.now();
    let releases = 0;
    for (;;) {
      const wasDisturbed = isDisturbed();
      const looks = await lookRound();
      const isCalm = !wasDisturbed && !isDisturbed();
      const now = JSON.stringify(looks.map(({ swap }) => [swap.id, swap.state]));
      if (now !== last || !isCalm) [last, since] = [now, Date.now()];
      if (isCalm && looks.every(({ job, swap }) => isOver(job, swap.state))) return;
      const steady = looks.every(({ job, swap }) => isAtRest(job, swap)) ? Date.now() - since : 0;
      if (steady > steadyFor) return;
      const isFrozen = looks.some(
        ({ swap }) => swap.state === 'needs_review' && swap.reason?.code === 'WALLET_FROZEN',
      );
      if (
        isFrozen &&
        steady > steadyBeforeRelease &&
        releases < maxReleases &&
        (await releaseWallets())
      ) {
        releases += 1;
        since = Date.now();
      }
      await pause(betweenRounds, undefined, { signal: patience });
    }
  }

  async function finish(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: clients }, work));
      await untilSteady();
    } catch (cause) {
      // What is open when patience ends is counted as such.
      if (!patience.aborted) throw cause;
    }
  }

  return {
    open: (isMeant = () => true) =>
      jobs.filter((job) => isMeant(job) && !atRest.has(job.key)).length,
    finished: finish(),
  };
}

import { createElection } from '../executor/election.ts';
import { type Loop, startLoop } from '../executor/start-loop.ts';
import type { Duty } from './duty.ts';
import { followRules } from './follow-rules.ts';
import type { TreasuryContext } from './treasury-context.ts';

/** Milliseconds between two polls of a process that is not elected, while there are rules. */
const standbyPollEvery = 5_000;
/** A timer of Node takes at most so many milliseconds. */
const longestTimer = 2 ** 31 - 1;
const never = Number.POSITIVE_INFINITY;

/**
 * Does the treasury's duties in one elected process. While nothing is due it waits for one timer;
 * the heartbeat tells it of changed rules, and of a clock that went on while the machine slept.
 */
export function startTreasury(context: TreasuryContext): () => Promise<void> {
  const { clock, processClock = clock, signals, outages } = context;
  const duties: readonly Duty[] = [followRules(context)];
  const election = createElection({ ...context, clock: processClock }, 'treasury');
  let hasRules = false;
  let seenChange: number | undefined;
  let isElected = false;
  const nextRuns = new Map<Duty, Planned>();
  /** Rules have changed: every duty looks again. */
  let isAnew = true;

  async function round(): Promise<void> {
    isElected = hasRules && (await election.isElected());
    if (!isElected) return;
    const all = isAnew;
    isAnew = false;
    let failure: unknown;
    for (const duty of duties) {
      const now = clock.now();
      if (!all && waitOf(nextRuns.get(duty), now) > 0) continue;
      try {
        const { at = never, within = never } = await duty.run(now);
        nextRuns.set(duty, { at, pollAt: performance.now() + within });
      } catch (cause) {
        // The loop tries again soon; the other duties do not wait for it.
        nextRuns.set(duty, { at: now, pollAt: never });
        failure ??= cause;
      }
    }
    if (failure !== undefined) throw failure;
  }

  function interval(): number {
    if (!hasRules) return never;
    if (!isElected) return standbyPollEvery;
    const wait = shortestWait();
    return wait === never ? never : Math.min(longestTimer, wait);
  }

  function shortestWait(): number {
    const now = clock.now();
    return Math.min(never, ...[...nextRuns.values()].map((next) => waitOf(next, now)));
  }

  const loop: Loop = startLoop({ name: 'treasury', interval, gap: 20, outages }, round);
  const unlisten = signals.treasury.listen((changedAt) => {
    hasRules = changedAt !== undefined;
    const isChanged = changedAt !== seenChange;
    seenChange = changedAt;
    isAnew ||= isChanged;
    if (isChanged || shortestWait() === 0) loop.wake();
  });
  return async () => {
    unlisten();
    await loop.stop();
    await election.leave();
  };
}

/** When a duty runs again: by the treasury's clock, or by the process's. */
interface Planned {
  at: number;
  pollAt: number;
}

/** Milliseconds until it does. A duty that never ran waits for a change of the rules. */
function waitOf(next: Planned | undefined, now: number): number {
  return next ? Math.max(0, Math.min(next.at - now, next.pollAt - performance.now())) : never;
}

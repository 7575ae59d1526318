import { createElection } from '../executor/election.ts';
import { type Loop, startLoop } from '../executor/start-loop.ts';
import type { Duty } from './duty.ts';
import { followRules } from './follow-rules.ts';
import type { TreasuryContext } from './treasury-context.ts';

/** Milliseconds between two polls of a process that is not elected, while there are rules. */
const standbyPollEvery = 5_000;
/** A timer of Node takes at most so many milliseconds. */
const longestTimer = 2 ** 31 - 1;

/**
 * Does the treasury's duties in one elected process. While nothing is due it waits for one timer;
 * the heartbeat tells it of changed rules, and of a clock that went on while the machine slept.
 */
export function startTreasury(context: TreasuryContext): () => Promise<void> {
  const { clock, signals, outages } = context;
  const duties: readonly Duty[] = [followRules(context)];
  const election = createElection(context, 'treasury');
  let hasRules = false;
  let seenChange: number | undefined;
  let isElected = false;
  const nextRuns = new Map<Duty, number | undefined>();
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
      if (!all && (nextRuns.get(duty) ?? Number.POSITIVE_INFINITY) > now) continue;
      try {
        nextRuns.set(duty, await duty.run(now));
      } catch (cause) {
        // The loop tries again soon; the other duties do not wait for it.
        nextRuns.set(duty, now);
        failure ??= cause;
      }
    }
    if (failure !== undefined) throw failure;
  }

  function interval(): number {
    if (!hasRules) return Number.POSITIVE_INFINITY;
    if (!isElected) return standbyPollEvery;
    const next = earliest(nextRuns);
    return next === undefined
      ? Number.POSITIVE_INFINITY
      : Math.min(longestTimer, Math.max(0, next - clock.now()));
  }

  const loop: Loop = startLoop({ name: 'treasury', interval, gap: 20, outages }, round);
  const unlisten = signals.treasury.listen((changedAt) => {
    hasRules = changedAt !== undefined;
    const isChanged = changedAt !== seenChange;
    seenChange = changedAt;
    isAnew ||= isChanged;
    if (isChanged || (earliest(nextRuns) ?? Number.POSITIVE_INFINITY) <= clock.now()) loop.wake();
  });
  return async () => {
    unlisten();
    await loop.stop();
    await election.leave();
  };
}

function earliest(nextRuns: ReadonlyMap<Duty, number | undefined>): number | undefined {
  const known = [...nextRuns.values()].filter((next) => next !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

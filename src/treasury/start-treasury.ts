import { createElection } from '../executor/election.ts';
import { type Loop, startLoop } from '../executor/start-loop.ts';
import { calendarNow } from '../ports/clock.ts';
import { type BookKeeping, followBooks } from './books/follow-books.ts';
import type { Duty } from './duty.ts';
import { followRules } from './follow-rules.ts';
import type { TreasuryContext } from './treasury-context.ts';

/** Milliseconds between two polls of a process that is not elected, while there is a duty. */
const standbyPollEvery = 5_000;
/** A timer of Node takes at most so many milliseconds. */
const longestTimer = 2 ** 31 - 1;
const never = Number.POSITIVE_INFINITY;

/**
 * Does the treasury's duties in one elected process. While nothing is due it waits for one timer;
 * the heartbeat tells it of changed rules, of swaps to book, and of a clock that went on while the
 * machine slept.
 */
export function startTreasury(context: TreasuryContext, books: BookKeeping): () => Promise<void> {
  const { signals, outages } = context;
  const election = createElection(context, 'treasury');
  let rulesChangedAt: number | undefined;
  let hasUnbooked = false;
  let isElected = false;
  const hasRules = (): boolean => rulesChangedAt !== undefined;
  const rules: Planned = { duty: followRules(context), isOn: hasRules, at: never, pollAt: never };
  const keeping: Planned = {
    duty: followBooks(books, () => hasUnbooked),
    isOn: () => books.when === 'always' || (books.when === 'with-rules' && hasRules()),
    at: atOnce,
    pollAt: never,
  };
  const duties = (): Planned[] => [rules, keeping].filter(({ isOn }) => isOn());

  async function round(): Promise<void> {
    isElected = duties().length > 0 && (await election.isElected());
    if (!isElected) return;
    let failure: unknown;
    for (const planned of duties()) {
      const now = calendarNow(context);
      if (waitOf(planned, now) > 0) continue;
      // What is announced during the run counts after it.
      Object.assign(planned, { at: never, pollAt: never });
      try {
        const { at = never, within = never } = await planned.duty.run(now);
        planned.at = Math.min(planned.at, at);
        planned.pollAt = Math.min(planned.pollAt, performance.now() + within);
      } catch (cause) {
        // The loop tries again soon; the other duties do not wait for it.
        planned.at = atOnce;
        failure ??= cause;
      }
    }
    if (failure !== undefined) throw failure;
  }

  function interval(): number {
    if (duties().length === 0) return never;
    if (!isElected) return standbyPollEvery;
    const wait = shortestWait();
    return wait === never ? never : Math.min(longestTimer, wait);
  }

  function shortestWait(): number {
    const now = calendarNow(context);
    return Math.min(never, ...duties().map((planned) => waitOf(planned, now)));
  }

  const loop: Loop = startLoop({ name: 'treasury', interval, gap: 20, outages }, round);
  const unlisten = signals.treasury.listen((news) => {
    const isChanged = news.rulesChangedAt !== rulesChangedAt;
    rulesChangedAt = news.rulesChangedAt;
    if (isChanged) rules.at = atOnce;
    const isNew = news.hasUnbooked === true && !hasUnbooked;
    hasUnbooked = news.hasUnbooked === true;
    if (isNew) keeping.pollAt = Math.min(keeping.pollAt, performance.now() + books.every);
    const wait = shortestWait();
    if (isChanged || (isElected && wait === 0)) loop.wake();
    else if (isNew && wait !== never) loop.wake(wait);
  });
  return async () => {
    unlisten();
    await loop.stop();
    await election.leave();
  };
}

/** A time before all others. */
const atOnce = Number.NEGATIVE_INFINITY;

interface Planned {
  duty: Duty;
  /** Whether this installation has the duty now. */
  isOn(): boolean;
  /** When it runs again, by the treasury's clock. */
  at: number;
  /** The same by `performance.now()`. The earlier of the two counts. */
  pollAt: number;
}

/** Milliseconds until it runs again. */
function waitOf({ at, pollAt }: Planned, now: number): number {
  return Math.max(0, Math.min(at - now, pollAt - performance.now()));
}

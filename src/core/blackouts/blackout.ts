import { treasuryOf } from '../swap/account-name.ts';
import type { ChainName } from '../swap/chains.ts';
import type { StopReason } from '../swap/swap.ts';
import { createZonedClock, type ZonedClock } from '../time/zoned-clock.ts';

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
type Weekday = (typeof weekdays)[number];

/**
 * Times in which nothing new is signed but cancels. It holds for what has all the members that it
 * names; absent ones: any.
 */
export interface Blackout {
  /** For people: how swaps that wait name it. */
  name: string;
  /** Treasury wallets; their accounts are meant too. */
  wallets?: readonly string[];
  /** Treasury rules. */
  rules?: readonly string[];
  chains?: readonly ChainName[];
  /** IANA name: days and times of day are those of its clocks. */
  timeZone: string;
  /** The days and dates on which it begins. Absent, both: each day. */
  days?: readonly Weekday[];
  /** `2026-12-24`. */
  dates?: readonly string[];
  /** Minutes after midnight at which it begins. */
  from: number;
  /** At which it ends: the next day if that is not after `from`. 1440: midnight. */
  to: number;
}

/** What would be signed. */
export interface SigningSubject {
  /** Name of the wallet or of one of its accounts. */
  wallet: string;
  chain: ChainName;
  /** Id of the treasury rule that asks for it. */
  rule?: string | undefined;
}

const dayMs = 86_400_000;
/** One that has no end is looked at again after this many days. */
const longestDays = 60;

/**
 * Which blackout keeps this from being signed at a moment, with its end: that of the last of those
 * that follow one another without a gap. `undefined`: none does.
 */
export type FindBlackout = (subject: SigningSubject, now: number) => StopReason | undefined;

/** @throws RangeError for a time zone that is unknown */
export function createBlackouts(blackouts: readonly Blackout[]): FindBlackout {
  const calendars = blackouts.map((blackout) => ({
    blackout,
    endsAfter: createCalendar(blackout),
  }));
  return (subject, now) => {
    const own = calendars.filter(({ blackout }) => concerns(blackout, subject));
    const ends = own.flatMap(({ blackout: { name }, endsAfter }) => {
      const end = endsAfter(now);
      return end === undefined ? [] : [{ name, end }];
    });
    const [first] = ends.sort((a, b) => b.end - a.end);
    if (!first) return undefined;
    const until = lastEnd(
      own.map(({ endsAfter }) => endsAfter),
      first.end,
      now + longestDays * dayMs,
    );
    const message = `nothing is signed in the blackout ${first.name} of the guard’s policy, which ends at ${new Date(until).toISOString()}`;
    return { code: 'BLACKOUT', message, until };
  };
}

/** A blackout, and whether it is on. */
export interface BlackoutStanding {
  blackout: Blackout;
  /** Until when, in milliseconds since the epoch. Absent: it is not on. */
  until?: number;
}

/** Which of them are on at a moment, and until when: windows that follow without a gap are one. */
export function blackoutStandings(
  blackouts: readonly Blackout[],
  now: number,
): readonly BlackoutStanding[] {
  return blackouts.map((blackout) => {
    const endsAfter = createCalendar(blackout);
    const end = endsAfter(now);
    if (end === undefined) return { blackout };
    return { blackout, until: lastEnd([endsAfter], end, now + longestDays * dayMs) };
  });
}

/** The end of the window that a moment is in. `undefined`: it is in none. */
type EndsAfter = (at: number) => number | undefined;

function lastEnd(calendars: readonly EndsAfter[], first: number, most: number): number {
  let end = first;
  while (end < most) {
    const next = Math.max(end, ...calendars.map((endsAfter) => endsAfter(end) ?? end));
    if (next === end) break;
    end = next;
  }
  return end;
}

function concerns(
  { wallets, rules, chains }: Blackout,
  { wallet, chain, rule }: SigningSubject,
): boolean {
  return (
    (wallets?.some((name) => name === wallet || name === treasuryOf(wallet)) ?? true) &&
    (rules?.some((id) => id === rule) ?? true) &&
    (chains?.includes(chain) ?? true)
  );
}

function createCalendar(blackout: Blackout): EndsAfter {
  const clock = createZonedClock(blackout.timeZone);
  return (at) => {
    const today = Math.floor(clock.wallClock(at) / dayMs);
    // One that began yesterday may last; two days ago where a zone has left out a day.
    const ends = [today - 2, today - 1, today].flatMap((day) => endOn(clock, blackout, day, at));
    return ends.length > 0 ? Math.max(...ends) : undefined;
  };
}

/**
 * The end of the window that begins on a day, if the moment is in it. A time of day that clocks do
 * not show is the moment when they skip it. Of one that they show twice, a blackout begins with the
 * first and ends with the second.
 */
function endOn(clock: ZonedClock, blackout: Blackout, day: number, at: number): number[] {
  if (!beginsOn(blackout, day)) return [];
  const { from, to } = blackout;
  const midnight = day * dayMs;
  const last = to > from ? to : to + 1_440;
  const begin = clock.momentsOf(midnight + from * 60_000).first;
  const end = clock.momentsOf(midnight + last * 60_000).last;
  return begin <= at && at < end ? [end] : [];
}

function beginsOn({ days, dates }: Blackout, day: number): boolean {
  if (!days && !dates) return true;
  const date = new Date(day * dayMs);
  return (
    (days?.some((name) => name === weekdays[date.getUTCDay()]) ?? false) ||
    (dates?.includes(date.toISOString().slice(0, 10)) ?? false)
  );
}

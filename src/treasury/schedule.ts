import { Cron } from 'croner';
import { createZonedClock } from '../core/time/zoned-clock.ts';
import type { TreasuryRule } from '../core/treasury/rule.ts';

/** When a rule is due. Instants are milliseconds since the epoch. */
export interface Schedule {
  /** The first instant after `after`. `undefined`: never again. */
  next(after: number): number | undefined;
}

const hour = 3_600_000;
/** No zone shifts its clocks by more. */
const longestShift = 3 * hour;

/**
 * The library finds the wall-clock times of a pattern, as if in UTC. Which instants they are in the
 * zone is decided here, because a library's rule for the days on which clocks change would be a
 * rule about money:
 * - A time that does not exist is due as much later as the clocks were put forward.
 * - A time that occurs twice is due the first time. If the pattern takes every hour, both are due:
 *   each is another hour.
 *
 * Throws a `TypeError` or `RangeError` for a malformed pattern or an unknown zone.
 */
export function createSchedule({ cron, timeZone }: TreasuryRule['schedule']): Schedule {
  const pattern = new Cron(cron, { mode: '5-part', timezone: 'UTC' });
  const { wallClock } = createZonedClock(timeZone);
  /** How far the zone's clocks are ahead of UTC, in milliseconds. */
  const offsetAt = (at: number): number => wallClock(at) - at;
  const takesEveryHour = /^\S+\s+\*\s/.test(cron.trim());

  function instantsOf(wall: number): readonly number[] {
    const before = wall - offsetAt(wall - 24 * hour);
    const after = wall - offsetAt(wall + 24 * hour);
    const real = [...new Set([before, after])]
      .filter((instant) => instant + offsetAt(instant) === wall)
      .sort((a, b) => a - b);
    if (real.length === 0) return [before];
    return takesEveryHour ? real : real.slice(0, 1);
  }

  /** Without a change of the clocks around both instants. `undefined`: there is one. */
  function nextWithoutShift(after: number): { instant: number | undefined } | undefined {
    const offset = offsetAt(after);
    if (offsetAt(after - 27 * hour) !== offset) return undefined;
    const wall = pattern.nextRun(new Date(after + offset))?.getTime();
    if (wall === undefined) return { instant: undefined };
    // Two changes may lie between, so that the offset is the same again: the second may be today's.
    const instant = wall - offset;
    const isUsual = [-27, 0, 27].every((hours) => offsetAt(instant + hours * hour) === offset);
    return isUsual ? { instant } : undefined;
  }

  return {
    next(after) {
      const usual = nextWithoutShift(after);
      if (usual) return usual.instant;
      let best: number | undefined;
      let wall = after + offsetAt(after) - longestShift;
      for (;;) {
        const found = pattern.nextRun(new Date(wall))?.getTime();
        if (found === undefined) return best;
        wall = found;
        // Later wall times are other instants, but never earlier by more than a shift.
        if (best !== undefined && wall > best + offsetAt(best) + longestShift) return best;
        for (const instant of instantsOf(wall))
          if (instant > after && (best === undefined || instant < best)) best = instant;
      }
    },
  };
}

/**
 * The instants after `after` up to and including `until`, in milliseconds since the epoch. If there
 * are more than `limit`, the first ones: the others are considered in the next round.
 */
export function dueInstants(
  schedule: Schedule,
  { after, until, limit = 10_000 }: { after: number; until: number; limit?: number },
): number[] {
  const instants: number[] = [];
  for (
    let next = schedule.next(after);
    next !== undefined && next <= until && instants.length < limit;
    next = schedule.next(next)
  )
    instants.push(next);
  return instants;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSchedule, dueInstants } from '../../src/treasury/schedule.ts';
import { scheduleFault } from '../../src/treasury/schedule-fault.ts';

const hour = 3_600_000;
const zones = [
  'Europe/Zurich',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
  'UTC',
] as const;

/** Wall-clock texts of an instant, by another way than the one under test. */
function wallOf(timeZone: string): (instant: number) => { date: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (instant) => {
    const [date = '', time = ''] = format.format(instant).split(' ');
    return { date, time };
  };
}

const year = (timeZone: string, cron: string, from = '2026-01-01T12:00:00Z') => {
  const after = Date.parse(from);
  return dueInstants(createSchedule({ cron, timeZone }), { after, until: after + 366 * 24 * hour });
};

describe.each(zones)('a schedule in %s', (timeZone) => {
  const wall = wallOf(timeZone);

  it('fires a daily rule at any local time exactly once on each local date', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(0, 1, 2, 3, 23), fc.integer({ min: 0, max: 23 })),
        fc.oneof(fc.constantFrom(0, 15, 30, 59), fc.integer({ min: 0, max: 59 })),
        (hours, minutes) => {
          const dates = year(timeZone, `${minutes} ${hours} * * *`).map((one) => wall(one).date);
          expect(new Set(dates).size).toBe(dates.length);
          const [first = ''] = dates;
          const expected = dates.map((_, index) =>
            new Date(Date.parse(first) + index * 24 * hour).toISOString().slice(0, 10),
          );
          expect(dates).toEqual(expected);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('fires at the local time wherever that exists', () => {
    const instants = year(timeZone, '30 2 * * *');
    const others = instants.filter((one) => wall(one).time !== '02:30');
    // On the day of a gap it fires as much later as the clocks were put forward.
    expect(others.length).toBeLessThanOrEqual(2);
    for (const one of others) expect(['03:30', '03:00']).toContain(wall(one).time);
  });

  it('fires an hourly rule each real hour', () => {
    const instants = year(timeZone, '0 * * * *');
    const gaps = instants.slice(1).map((one, index) => one - (instants[index] ?? 0));
    const odd = gaps.filter((gap) => gap !== hour);
    if (timeZone === 'Australia/Lord_Howe') {
      // Its clocks are put by half an hour: the full hours move twice a year.
      expect(odd.length).toBeLessThanOrEqual(3);
      for (const gap of odd) expect([hour / 2, 1.5 * hour]).toContain(gap);
    } else expect(odd).toEqual([]);
  });

  it('goes on from any instant as it does from the beginning', () => {
    const schedule = createSchedule({ cron: '*/20 * * * *', timeZone });
    const from = Date.parse('2026-03-20T12:00:00Z');
    const instants = dueInstants(schedule, { after: from, until: from + 20 * 24 * hour });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: instants.length - 1 }), (index) => {
        const [before = 0, expected] = [instants[index - 1], instants[index]];
        expect(schedule.next(before)).toBe(expected);
        expect(schedule.next((expected ?? 0) - 1)).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });
});

it('fires a time that occurs twice the first time, and a time that does not exist later', () => {
  const zurich = (cron: string, from: string) => {
    const next = createSchedule({ cron, timeZone: 'Europe/Zurich' }).next(Date.parse(from));
    return next === undefined ? undefined : new Date(next).toISOString();
  };
  expect(zurich('30 2 * * *', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(zurich('30 2 * * *', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
  expect(zurich('30 2 * * *', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
  expect(zurich('0 9 * * 1', '2026-11-27T07:00:00Z')).toBe('2026-11-30T08:00:00.000Z');
});

/** The offset is the same before the first of two changes and after the second. */
it.each([
  ['30 2 28 3 *', '2026-07-01T12:00:00Z', '2027-03-28T01:30:00.000Z'],
  ['30 2 25 10 *', '2026-01-15T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['30 * 25 10 *', '2026-01-15T12:00:00Z', '2026-10-24T22:30:00.000Z'],
])('fires %s once where the run before lies two changes of the clocks back', (cron, from, at) => {
  const schedule = createSchedule({ cron, timeZone: 'Europe/Zurich' });
  const after = Date.parse(from);
  const first = schedule.next(after);
  expect(first).toBe(Date.parse(at));
  const dates = year('Europe/Zurich', cron, from)
    .map(wallOf('Europe/Zurich'))
    .map(({ date }) => date);
  expect(dates).toHaveLength(cron.startsWith('30 *') ? 25 : 1);
});

it.each([
  ['0 9 * * 1', 'Europe/Zurich', undefined],
  ['0 9 31 2 *', 'UTC', 'cron'],
  ['0 25 * * *', 'UTC', 'cron'],
  ['* * * * * *', 'UTC', 'cron'],
  ['daily', 'UTC', 'cron'],
  ['0 9 * * *', 'Mars/Olympus', 'timeZone'],
])('says what is wrong with %s in %s', (cron, timeZone, member) => {
  expect(scheduleFault({ cron, timeZone })?.member).toBe(member);
});

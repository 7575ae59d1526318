import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Blackout,
  blackoutStandings,
  createBlackouts,
  type SigningSubject,
  weekdays,
} from '../../../src/core/blackouts/blackout.ts';
import { createZonedClock } from '../../../src/core/time/zoned-clock.ts';

const subject: SigningSubject = { wallet: 'treasury', chain: 'ETH' };
const zurich = 'Europe/Zurich';
const day = 86_400_000;

const blackout = (change: Partial<Blackout> = {}): Blackout => ({
  ...{ name: 'quiet', timeZone: zurich, from: 0, to: 1_440 },
  ...change,
});
const at = (hours: number, minutes = 0): number => hours * 60 + minutes;

/** When it ends that holds at a moment; `open` if none does. */
function endAt(moment: string, blackouts: readonly Blackout[], of = subject): string {
  const found = createBlackouts(blackouts)(of, Date.parse(moment));
  return found ? new Date(found.until ?? 0).toISOString().replace('.000', '') : 'open';
}

const weekend = blackout({ days: ['sat', 'sun'] });
const nights = blackout({ from: at(18), to: at(8) });

describe('the blackouts of a policy', () => {
  it('say which are on, and until when', () => {
    const dated = (...dates: string[]) => blackout({ dates, timeZone: 'UTC' });
    const standings = blackoutStandings(
      [weekend, nights, dated('2026-11-28', '2026-11-29', '2026-12-01'), dated('2026-11-27')],
      Date.parse('2026-11-28T12:00:00Z'),
    );
    expect(standings.map(({ until }) => until && new Date(until).toISOString())).toEqual([
      '2026-11-29T23:00:00.000Z',
      undefined,
      '2026-11-30T00:00:00.000Z',
      undefined,
    ]);
  });
});

describe('a blackout', () => {
  it.each<[what: string, moment: string, blackout: Partial<Blackout>, end: string]>([
    ['of a weekend ends with it', '2026-11-28T12:00:00Z', weekend, '2026-11-29T23:00:00Z'],
    ['of a weekend begins with it', '2026-11-27T22:59:59.999Z', weekend, 'open'],
    ['of a weekend that is an hour short', '2026-03-28T12:00:00Z', weekend, '2026-03-29T22:00:00Z'],
    ['of a weekend that is an hour long', '2026-10-24T12:00:00Z', weekend, '2026-10-25T23:00:00Z'],
    ['of nights lasts until morning', '2026-11-27T20:00:00Z', nights, '2026-11-28T07:00:00Z'],
    ['of nights holds after midnight', '2026-11-28T01:00:00Z', nights, '2026-11-28T07:00:00Z'],
    ['of nights begins on time', '2026-11-27T17:00:00Z', nights, '2026-11-28T07:00:00Z'],
    ['of nights ends on time', '2026-11-28T07:00:00Z', nights, 'open'],
    ['of nights does not hold by day', '2026-11-27T12:00:00Z', nights, 'open'],
    ['of a night with an hour more', '2026-10-24T17:00:00Z', nights, '2026-10-25T07:00:00Z'],
    [
      'of a Friday night holds on Saturday',
      '2026-11-28T01:00:00Z',
      { days: ['fri'], from: at(18), to: at(8) },
      '2026-11-28T07:00:00Z',
    ],
    [
      'of a Friday night does not hold on Sunday',
      '2026-11-29T01:00:00Z',
      { days: ['fri'], from: at(18), to: at(8) },
      'open',
    ],
    [
      'of a date holds from its hour to midnight',
      '2026-12-24T12:00:00Z',
      { dates: ['2026-12-24'], from: at(12) },
      '2026-12-24T23:00:00Z',
    ],
    ['of a date is of no other', '2026-12-23T12:00:00Z', { dates: ['2026-12-24'] }, 'open'],
    [
      'of days and dates holds on both',
      '2026-12-24T12:00:00Z',
      { days: ['sun'], dates: ['2026-12-24'] },
      '2026-12-24T23:00:00Z',
    ],
    [
      'from a time that clocks skip begins when they do',
      '2026-03-29T01:00:00Z',
      { from: at(2, 30), to: at(4) },
      '2026-03-29T02:00:00Z',
    ],
    [
      'from a time that clocks skip begins no earlier',
      '2026-03-29T00:59:59.999Z',
      { from: at(2, 30), to: at(4) },
      'open',
    ],
    [
      'of a time that clocks show twice holds from the first to the second',
      '2026-10-25T01:10:00Z',
      { from: at(2, 30), to: at(2, 45) },
      '2026-10-25T01:45:00Z',
    ],
    [
      'of a day whose midnight clocks skip begins after it',
      '2026-09-06T04:00:00Z',
      { timeZone: 'America/Santiago', dates: ['2026-09-06'] },
      '2026-09-07T03:00:00Z',
    ],
    [
      'of a day whose midnight clocks skip is not of the day before',
      '2026-09-06T03:59:59Z',
      { timeZone: 'America/Santiago', dates: ['2026-09-06'] },
      'open',
    ],
    [
      'where clocks go back by half an hour',
      '2026-04-04T15:20:00Z',
      { timeZone: 'Australia/Lord_Howe', from: at(1, 45), to: at(2, 15) },
      '2026-04-04T15:45:00Z',
    ],
  ])('%s', (_what, moment, change, end) => {
    expect(endAt(moment, [blackout(change)])).toBe(end);
  });

  it('ends with the last of those that follow one another', () => {
    const evening = blackout({ name: 'evening', days: ['fri'], from: at(18) });
    expect(endAt('2026-11-27T20:00:00Z', [evening, weekend])).toBe('2026-11-29T23:00:00Z');
    expect(endAt('2026-11-27T20:00:00Z', [evening])).toBe('2026-11-27T23:00:00Z');
  });

  it('without an end is looked at again', () => {
    const now = Date.parse('2026-11-27T20:00:00Z');
    const found = createBlackouts([blackout()])(subject, now);
    expect(found?.until).toBeGreaterThan(now + 30 * day);
  });

  it('says its name and its end', () => {
    const found = createBlackouts([weekend])(subject, Date.parse('2026-11-28T12:00:00Z'));
    expect(found).toMatchObject({
      code: 'BLACKOUT',
      message: expect.stringMatching(/ quiet .* 2026-11-29T23:00:00.000Z$/),
    });
  });

  it.each<[Partial<Blackout>, SigningSubject, boolean]>([
    [{ wallets: ['treasury'] }, subject, true],
    [{ wallets: ['treasury'] }, { ...subject, wallet: 'treasury/2' }, true],
    [{ wallets: ['treasury/2'] }, { ...subject, wallet: 'treasury/2' }, true],
    [{ wallets: ['treasury/2'] }, subject, false],
    [{ wallets: ['payroll'] }, subject, false],
    [{ chains: ['ETH'] }, subject, true],
    [{ chains: ['SOLANA'] }, subject, false],
    [{ rules: ['dca'] }, { ...subject, rule: 'dca' }, true],
    [{ rules: ['dca'] }, { ...subject, rule: 'sweep' }, false],
    [{ rules: ['dca'] }, subject, false],
    [{ wallets: ['treasury'], chains: ['SOLANA'] }, subject, false],
  ])('with %j concerns %j: %s', (members, of, concerns) => {
    const isClosed = endAt('2026-11-28T12:00:00Z', [blackout(members)], of) !== 'open';
    expect(isClosed).toBe(concerns);
  });

  const zones = [
    zurich,
    'America/New_York',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Pacific/Apia',
    'UTC',
  ];

  it('holds whenever its clocks show a time of it, in every zone, and else only where they show a time twice', () => {
    const begins = Date.UTC(2026, 0, 1);
    const entry = fc.record({
      timeZone: fc.constantFrom(...zones),
      from: fc.nat(1_439),
      to: fc.nat(1_439),
      days: fc.subarray([...weekdays], { minLength: 1 }),
    });
    fc.assert(
      fc.property(entry, fc.nat(365 * 1_440), (given, minute) => {
        const moment = begins + minute * 60_000;
        const clock = createZonedClock(given.timeZone);
        const shown = clock.wallClock(moment);
        const isOf = (date: number) =>
          given.days.some((name) => name === weekdays[new Date(date).getUTCDay()]);
        const time = Math.floor((shown % day) / 60_000);
        const overnight = given.to <= given.from;
        const isShown = overnight
          ? (time >= given.from && isOf(shown)) || (time < given.to && isOf(shown - day))
          : time >= given.from && time < given.to && isOf(shown);
        const holds = createBlackouts([blackout(given)])(subject, moment) !== undefined;
        if (isShown) expect(holds).toBe(true);
        const { first, last } = clock.momentsOf(shown);
        if (holds && first === last) expect(isShown).toBe(true);
      }),
      { numRuns: 400, seed: 20_261_127 },
    );
  });
});

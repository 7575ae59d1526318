/*
 * The calendar of the quarter, and when its rules are due: read from the clocks of each time zone, by
 * another way than the product's.
 */

export const hour = 3_600_000;
export const day = 24 * hour;

/** A Monday. Clocks are put forward in New York on 11 and in Europe on 25 March, back in Santiago on 8 April. */
export const begin = Date.parse('2040-02-06T00:00:00Z');
/** All of the quarter, or its first weeks. */
export const weeks = Number(process.env.QUARTER_WEEKS ?? 13);
export const end = begin + weeks * 7 * day;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** When a rule is due, by the clocks of a time zone. */
export interface Timetable {
  /** On the hour, or half past. */
  time: `${number}:${'00' | '30'}`;
  timeZone: string;
  /** Of the week, or of the month. */
  on: readonly Weekday[] | readonly number[];
}

export function cronOf({ time, on }: Timetable): string {
  const [hours, minutes] = time.split(':').map(Number);
  const numbers = on.map((one) => (typeof one === 'number' ? one : weekdays.indexOf(one))).join();
  const dates = on.some((one) => typeof one === 'number');
  return dates ? `${minutes} ${hours} ${numbers} * *` : `${minutes} ${hours} * * ${numbers}`;
}

/** Each instant of the quarter at which a rule with this timetable is due. */
export function instantsOf({ time, timeZone, on }: Timetable): number[] {
  const read = wallOf(timeZone);
  const found: number[] = [];
  for (let at = begin + hour / 2; at <= end; at += hour / 2) {
    const wall = read(at);
    if (wall.time === time && on.some((one) => one === wall.weekday || one === wall.date))
      found.push(at);
  }
  return found;
}

export interface Wall {
  weekday: string;
  /** Of the month. */
  date: number;
  /** `09:30` */
  time: string;
  /** `2040-02-06` */
  isoDate: string;
}

/** What the clocks and calendars of a time zone show at an instant. */
export function wallOf(timeZone: string): (at: number) => Wall {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, value]),
    );
    return {
      weekday: parts.weekday ?? '',
      date: Number(parts.day),
      time: `${parts.hour}:${parts.minute}`,
      isoDate: `${parts.year}-${parts.month}-${parts.day}`,
    };
  };
}

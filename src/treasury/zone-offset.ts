/**
 * How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. From the time zone
 * data of the runtime. Throws a `RangeError` for an unknown zone.
 */
export function zoneOffset(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (instant) => {
    const seconds = Math.floor(instant / 1_000) * 1_000;
    const parts = Object.fromEntries(
      format.formatToParts(seconds).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
  };
}

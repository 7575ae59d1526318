import { exactTime, Time } from './time.tsx';

/** Such as "Mon 2026-11-30 09:00, Europe/Zurich": as clocks in the zone show it. */
function zonedText(at: string, timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    }).formatToParts(new Date(at));
    const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
    const date = `${part('year')}-${part('month')}-${part('day')}`;
    return `${part('weekday')} ${date} ${part('hour')}:${part('minute')}, ${timeZone}`;
  } catch {
    // The browser's zones may be older than the service's.
    return exactTime(at);
  }
}

/** A moment that a person has set by clocks of a zone, and how far away it is. */
export function ZonedTime({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <>
      {zonedText(at, timeZone)}{' '}
      <span className="quiet">
        (<Time at={at} />)
      </span>
    </>
  );
}

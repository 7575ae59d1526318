import { z } from 'zod';
import { type Blackout, weekdays } from '../../core/blackouts/blackout.ts';
import type { Fault } from '../../errors/ferryman-error.ts';
import { note } from './parts-of-schema.ts';

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day from "00:00" to "23:59"');
const names = z
  .array(z.string().min(1, 'is empty').max(200, 'is too long for a name'))
  .min(1, 'is empty: leave it out to mean all')
  .max(200, 'has more than 200 members');

/** Times in which nothing new is signed. */
export const blackoutSchema = z.strictObject({
  name: z.string().regex(/^[\w -]{1,64}$/, 'is not a name'),
  wallets: names.exactOptional(),
  rules: names.exactOptional(),
  chains: names.exactOptional(),
  timeZone: z.string().refine(isTimeZone, 'is not a time zone such as "Europe/Zurich" or "UTC"'),
  days: z
    .array(z.enum(weekdays, `is none of ${weekdays.join(', ')}`))
    .min(1, 'is empty: leave it out to mean each day')
    .exactOptional(),
  dates: z
    .array(z.iso.date('is not a date such as "2026-12-24"'))
    .min(1, 'is empty: leave it out to mean each day')
    .max(1_000, 'has more than 1,000 dates')
    .exactOptional(),
  from: timeOfDay.exactOptional(),
  to: timeOfDay.exactOptional(),
  note,
});

type BlackoutFile = z.infer<typeof blackoutSchema>;

export function blackoutBy({ note: _, from, to, ...blackout }: BlackoutFile): Blackout {
  return {
    ...blackout,
    from: from === undefined ? 0 : minutesOf(from),
    to: to === undefined ? 1_440 : minutesOf(to),
  };
}

/** A blackout of a chain that no payment is on would hold nothing. */
export function blackoutFaults(
  blackouts: readonly BlackoutFile[],
  isChain: (name: string) => boolean,
): Fault[] {
  return blackouts.flatMap(({ chains = [] }, index) =>
    chains.flatMap((name, position) =>
      isChain(name)
        ? []
        : [
            {
              pointer: `/blackouts/${index}/chains/${position}`,
              message: `${name} is no chain that Ferryman knows`,
            },
          ],
    ),
  );
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

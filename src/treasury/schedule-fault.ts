import { createZonedClock } from '../core/time/zoned-clock.ts';
import type { TreasuryRule } from '../core/treasury/rule.ts';
import { createSchedule } from './schedule.ts';

/** Why a schedule cannot be followed. */
export function scheduleFault(
  schedule: TreasuryRule['schedule'],
): { member: 'cron' | 'timeZone'; message: string } | undefined {
  try {
    createZonedClock(schedule.timeZone);
  } catch {
    return {
      member: 'timeZone',
      message: 'is no time zone of the IANA database, such as Europe/Zurich or UTC',
    };
  }
  try {
    if (createSchedule(schedule).next(0) !== undefined) return undefined;
    return { member: 'cron', message: 'is never due: no date has this day and month' };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'malformed';
    return {
      member: 'cron',
      message: `is not five fields of cron (minute, hour, day, month, weekday), such as "0 9 * * 1": ${why}`,
    };
  }
}

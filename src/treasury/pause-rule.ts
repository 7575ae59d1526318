import { FerrymanError } from '../errors/ferryman-error.ts';
import { calendarNow } from '../ports/clock.ts';
import type { RulePause, StoredRule } from '../ports/stores/treasury-store.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<TreasuryContext, 'journal' | 'clock' | 'calendar'>;

export type RulePauseRequest = Omit<RulePause, 'at'>;

/** Throws `NOT_FOUND`. */
export async function pauseRule(
  { journal, ...clocks }: Needs,
  id: string,
  pause: RulePauseRequest,
): Promise<StoredRule> {
  return required(id, await journal.pauseRule(id, { ...pause, at: calendarNow(clocks) }));
}

/** Throws `NOT_FOUND`. */
export async function resumeRule({ journal, ...clocks }: Needs, id: string): Promise<StoredRule> {
  return required(id, await journal.resumeRule(id, calendarNow(clocks)));
}

function required(id: string, rule: StoredRule | undefined): StoredRule {
  if (rule) return rule;
  throw new FerrymanError('NOT_FOUND', `there is no treasury rule ${id}`);
}

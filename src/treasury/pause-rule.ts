import { FerrymanError } from '../errors/ferryman-error.ts';
import type { RulePause, StoredRule } from '../ports/stores/treasury-store.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<TreasuryContext, 'journal' | 'clock'>;

export type RulePauseRequest = Omit<RulePause, 'at'>;

/** Throws `NOT_FOUND`. */
export async function pauseRule(
  { journal, clock }: Needs,
  id: string,
  pause: RulePauseRequest,
): Promise<StoredRule> {
  return required(id, await journal.pauseRule(id, { ...pause, at: clock.now() }));
}

/** Throws `NOT_FOUND`. */
export async function resumeRule({ journal, clock }: Needs, id: string): Promise<StoredRule> {
  return required(id, await journal.resumeRule(id, clock.now()));
}

function required(id: string, rule: StoredRule | undefined): StoredRule {
  if (rule) return rule;
  throw new FerrymanError('NOT_FOUND', `there is no treasury rule ${id}`);
}

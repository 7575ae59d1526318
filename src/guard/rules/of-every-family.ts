import type { Intent } from '../../ports/guard.ts';
import type { Rule } from '../rule.ts';
import { caps } from './g09-caps.ts';
import { authenticity } from './g13-authenticity.ts';

/** Rules about the job and not about bytes: the same on every family, before its own. */
export function rulesOfEveryFamily({ kind }: Pick<Intent, 'kind'>): readonly Rule[] {
  // A cancel moves nothing, and must work whatever is wrong with the job.
  if (kind === 'cancel') return [];
  return kind === 'swap' || kind === 'deposit' ? [authenticity, caps] : [authenticity];
}

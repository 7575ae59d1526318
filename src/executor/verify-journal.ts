import { compareAccounts } from './compare-accounts.ts';
import { type Comparison, compareJournal, journalWentBack } from './compare-journal.ts';
import type { SigningLogContext } from './context.ts';
import { recoverJournal } from './recover-journal.ts';

/**
 * To be asked before a lease is taken, before anything is signed and before a swap ends as unpaid.
 * A journal that was rolled back recovers here: it imports what the signing logs show. Until it
 * knows all that was signed it throws `JOURNAL_WENT_BACK`; and what `compareJournal` throws.
 */
export async function verifyJournal(context: SigningLogContext): Promise<Comparison> {
  const comparison = await compareJournal(context);
  if (comparison.kind === 'same') return comparison;
  await recoverJournal(context, { isRead: comparison.kind === 'recovering' });
  const since = await compareJournal(context);
  if (since.kind !== 'same') throw journalWentBack(since);
  await compareAccounts(context, since.epoch);
  return since;
}

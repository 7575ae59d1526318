import { compareJournal, journalWentBack } from './compare-journal.ts';
import type { LedgerContext } from './context.ts';
import { findLosses } from './find-losses.ts';
import { recordLosses } from './record-losses.ts';

/**
 * To be asked before a lease is taken, before anything is signed and before a swap ends as unpaid. A journal that went back is told what it
 * has lost: the wallets that are concerned are frozen, and nothing is signed until a person has looked. Throws `JOURNAL_WENT_BACK`, and
 * what `compareJournal` throws.
 */
export async function verifyJournal(context: LedgerContext): Promise<void> {
  const comparison = await compareJournal(context);
  if (comparison === 'same') return;
  if (comparison === 'forgetful') await recordLosses(context, await findLosses(context));
  throw journalWentBack();
}

import { toFerrymanError } from '../errors/ferryman-error.ts';
import { compareAccounts } from './compare-accounts.ts';
import { type Comparison, compareJournal, journalWentBack } from './compare-journal.ts';
import type { SigningLogContext } from './context.ts';
import { recoverJournal } from './recover-journal.ts';

/**
 * Call it before taking a lease, before signing and before ending a swap as unpaid. A rolled back
 * journal recovers here: it imports what the signing logs show. Throws `JOURNAL_WENT_BACK` until
 * the journal knows all signed attempts, and what `compareJournal` throws.
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

/**
 * Runs when a process that signs starts. The first one binds the keys to the journal. Throws
 * `JOURNAL_FOREIGN`.
 */
export async function verifyJournalAtStart(context: SigningLogContext): Promise<void> {
  await context.signingLog.bind(await context.journal.instanceId());
  await verifyJournal(context).catch((cause: unknown) => {
    // The process starts all the same: attempts in flight need to be followed.
    const { code, message } = toFerrymanError(cause);
    if (code !== 'JOURNAL_WENT_BACK') throw cause;
    context.logger.warn({ code, reason: message }, 'started without signing');
  });
}

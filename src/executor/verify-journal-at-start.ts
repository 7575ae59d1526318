import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { SigningLogContext } from './context.ts';
import { verifyJournal } from './verify-journal.ts';

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

import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { SigningLogContext } from './context.ts';
import { verifyJournal } from './verify-journal.ts';

/**
 * At the start of a process that signs; the first one makes the journal the keys' own. Throws
 * `JOURNAL_FOREIGN`.
 */
export async function verifyJournalAtStart(context: SigningLogContext): Promise<void> {
  await context.signingLog.bind(await context.journal.instanceId());
  await verifyJournal(context).catch((cause: unknown) => {
    // What is in flight is followed all the same, so that this process starts.
    const { code, message } = toFerrymanError(cause);
    if (code !== 'JOURNAL_WENT_BACK') throw cause;
    context.logger.warn({ code, reason: message }, 'started without signing');
  });
}

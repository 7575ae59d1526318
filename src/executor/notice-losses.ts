import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { LedgerContext } from './context.ts';
import { verifyJournal } from './verify-journal.ts';

/** Has the journal told what it has forgotten, and stops nothing. False where it is not what it was, or could not be compared. */
export async function noticeLosses(context: LedgerContext): Promise<boolean> {
  try {
    await verifyJournal(context);
    return true;
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    context.logger.warn({ code, reason: message }, 'the journal is not what it was, or can not be compared');
    return false;
  }
}

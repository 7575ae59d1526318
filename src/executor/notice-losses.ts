import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { SigningLogContext } from './context.ts';
import { verifyJournal } from './verify-journal.ts';

/**
 * Has the journal told what it has forgotten, and stops nothing. False where it is not what it was,
 * or could not be compared.
 */
export async function noticeLosses(context: SigningLogContext): Promise<boolean> {
  try {
    await verifyJournal(context);
    return true;
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    context.logger.warn(
      { code, reason: message },
      'the journal is not what it was, or cannot be compared',
    );
    return false;
  }
}

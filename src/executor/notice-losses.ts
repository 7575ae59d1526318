import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { SigningLogContext } from './context.ts';
import { verifyJournal } from './verify-journal.ts';

/**
 * Records in the journal what it has lost, but stops nothing. False if it is incomplete or could
 * not be compared.
 */
export async function noticeLosses(context: SigningLogContext): Promise<boolean> {
  try {
    await verifyJournal(context);
    return true;
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    context.logger.warn(
      { code, reason: message },
      'the journal is incomplete, or cannot be compared with the signing log',
    );
    return false;
  }
}

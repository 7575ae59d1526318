import { FerrymanError } from '../errors/ferryman-error.ts';
import type { LedgerContext } from './context.ts';

/** `forgetful`: the ledger shows what the journal does not know. `not_adopted`: what it has lost is stored, and no person has looked. */
export type Comparison = 'same' | 'forgetful' | 'not_adopted';

/**
 * Whether this is the journal that the keys sign for, and still knows what was signed last. Two reads; changes nothing. Throws
 * `JOURNAL_FOREIGN`, and what ledger and journal throw where they can not be read.
 */
export async function compareJournal({
  journal,
  ledger,
}: Pick<LedgerContext, 'journal' | 'ledger'>): Promise<Comparison> {
  const { instanceId, unknown, openLosses } = await journal.recognize(await ledger.newest());
  const own = await ledger.instance();
  if (own !== undefined && own !== instanceId) {
    throw new FerrymanError('JOURNAL_FOREIGN', `these keys sign for the journal ${own}, and this is ${instanceId}`);
  }
  if (unknown.length > 0) return 'forgetful';
  return openLosses > 0 ? 'not_adopted' : 'same';
}

/** What concerns a swap that is carried on makes it wait: it may be none of those that were forgotten. */
export function journalWentBack(): FerrymanError {
  const message = 'the journal has forgotten transactions that were signed; nothing is signed until it is adopted';
  return new FerrymanError('JOURNAL_WENT_BACK', message, { next: 'retry' });
}

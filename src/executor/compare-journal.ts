import { FerrymanError } from '../errors/ferryman-error.ts';
import type {
  Recognition,
  RecoveryStore,
  SigningLogPosition,
} from '../ports/stores/recovery-store.ts';
import type { SigningLogContext } from './context.ts';

/**
 * `forgetful`: the signing log shows what the journal does not know, or was not read since a
 * rollback. `recovering`: what it has lost is stored and not imported, or another signing log was
 * not read.
 */
export interface Comparison extends Recognition {
  kind: 'same' | 'forgetful' | 'recovering';
}

/**
 * Whether this is the journal that the keys sign for, and still knows what was signed last. Two
 * reads; changes nothing. Throws `JOURNAL_FOREIGN`, and what signing log and journal throw where
 * they cannot be read.
 */
export function compareJournal({
  journal,
  signingLog,
}: Pick<SigningLogContext<RecoveryStore>, 'journal' | 'signingLog'>): Promise<Comparison> {
  return compareWith(signingLog, (places, log) => journal.recognize(places, log));
}

/**
 * The same by an answer that says more, in one question to the journal; the signing log is read
 * before it is asked.
 */
export async function compareWith<Answer extends Recognition>(
  signingLog: SigningLogContext['signingLog'],
  ask: (places: readonly SigningLogPosition[], log: string | undefined) => Promise<Answer>,
): Promise<Answer & Comparison> {
  const [newest, log] = [await signingLog.newest(), await signingLog.log()];
  const answer = await ask(newest, log?.id);
  const { instanceId } = answer;
  const own = await signingLog.instance();
  if (own !== undefined && own !== instanceId) {
    throw new FerrymanError(
      'JOURNAL_FOREIGN',
      `these keys sign for the journal ${own}, and this is ${instanceId}`,
    );
  }
  return { ...answer, kind: kindOf(answer, { isEmpty: newest.length === 0 }) };
}

/**
 * A log that shows something has been registered: a journal that does not know it has forgotten
 * that.
 */
function kindOf(
  { unknown, log, epoch, openLosses, missingLogs }: Recognition,
  { isEmpty }: { isEmpty: boolean },
): Comparison['kind'] {
  const isForgotten = log === 'unknown' && !isEmpty && epoch > 0n;
  if (unknown.length > 0 || log === 'unread' || isForgotten) return 'forgetful';
  return openLosses > 0 || missingLogs.length > 0 ? 'recovering' : 'same';
}

/**
 * What concerns a swap that is carried on makes it wait: it may be none of those that were
 * forgotten.
 */
export function journalWentBack({ missingLogs }: Pick<Recognition, 'missingLogs'>): FerrymanError {
  const message =
    missingLogs.length > 0
      ? `the journal was rolled back; nothing is signed until the signing logs of these hosts were read: ${missingLogs.join(', ')}`
      : 'the journal was rolled back; nothing is signed until it knows again all that was signed';
  return new FerrymanError('JOURNAL_WENT_BACK', message, { next: 'retry' });
}

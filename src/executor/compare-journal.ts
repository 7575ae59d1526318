import { FerrymanError } from '../errors/ferryman-error.ts';
import type {
  Recognition,
  RecoveryStore,
  SigningLogPosition,
} from '../ports/stores/recovery-store.ts';
import type { SigningLogContext } from './context.ts';

/**
 * `missing_attempts`: the signing log shows attempts that the journal does not know, or was not
 * read since a rollback. `recovering`: lost attempts are stored but not imported, or another host's
 * log was not read.
 */
export interface Comparison extends Recognition {
  kind: 'same' | 'missing_attempts' | 'recovering';
}

/**
 * Whether this is the journal that the keys sign for, and whether it knows the newest signed
 * attempts. Two reads; changes nothing. Throws `JOURNAL_FOREIGN`, and what signing log and journal
 * throw if they cannot be read.
 */
export function compareJournal({
  journal,
  signingLog,
}: Pick<SigningLogContext<RecoveryStore>, 'journal' | 'signingLog'>): Promise<Comparison> {
  return compareWith(signingLog, (positions, log) => journal.recognize(positions, log));
}

/**
 * The same comparison in one journal query that returns more. Reads the signing log before it calls
 * `ask`.
 */
export async function compareWith<Answer extends Recognition>(
  signingLog: SigningLogContext['signingLog'],
  ask: (positions: readonly SigningLogPosition[], log: string | undefined) => Promise<Answer>,
): Promise<Answer & Comparison> {
  const [newest, log] = [await signingLog.newest(), await signingLog.log()];
  const answer = await ask(newest, log?.id);
  const { instanceId } = answer;
  const own = await signingLog.instance();
  if (own !== undefined && own !== instanceId) {
    throw new FerrymanError(
      'JOURNAL_FOREIGN',
      `the keys of this data folder sign for the journal ${own}, but the configured journal is ${instanceId}`,
    );
  }
  return { ...answer, kind: kindOf(answer, { isEmpty: newest.length === 0 }) };
}

/** Every log with entries was registered, so a journal that does not know it was rolled back. */
function kindOf(
  { unknown, log, epoch, openLosses, missingLogs }: Recognition,
  { isEmpty }: { isEmpty: boolean },
): Comparison['kind'] {
  const isLost = log === 'unknown' && !isEmpty && epoch > 0n;
  if (unknown.length > 0 || log === 'unread' || isLost) return 'missing_attempts';
  return openLosses > 0 || missingLogs.length > 0 ? 'recovering' : 'same';
}

/** The error makes a swap that is advanced wait (`retry`): it may not be among the lost ones. */
export function journalWentBack({ missingLogs }: Pick<Recognition, 'missingLogs'>): FerrymanError {
  const message =
    missingLogs.length > 0
      ? `the journal was rolled back; Ferryman signs nothing until it has read the signing logs of these hosts: ${missingLogs.join(', ')}`
      : 'the journal was rolled back; Ferryman signs nothing until the journal knows all signed attempts again';
  return new FerrymanError('JOURNAL_WENT_BACK', message, { next: 'retry' });
}

import { FerrymanError } from '../errors/ferryman-error.ts';
import type { RecoveryStore } from '../ports/stores/recovery-store.ts';
import type { SigningLogContext } from './context.ts';

/**
 * Must hold before a running process releases a wallet or adopts the journal on a person's word.
 * The person needs to see what the keys have signed, and only the data folder with the keys has
 * that. Throws `SIGNING_LOG_ELSEWHERE` without it, and `JOURNAL_FOREIGN` if the keys sign for
 * another journal: this process knows wallets and tokens by the ids of that one.
 */
export async function requireOwnJournal({
  journal,
  signingLog,
}: Pick<
  SigningLogContext<Pick<RecoveryStore, 'instanceId'>>,
  'journal' | 'signingLog'
>): Promise<void> {
  const own = await signingLog.instance();
  if (own === undefined)
    throw new FerrymanError(
      'SIGNING_LOG_ELSEWHERE',
      'this process has no signing log in its data folder, so it cannot see what the keys have signed',
    );
  const instanceId = await journal.instanceId();
  if (own === instanceId) return;
  throw new FerrymanError(
    'JOURNAL_FOREIGN',
    `the keys of this data folder sign for the journal ${own}, but the configured journal is ${instanceId}; stop this process, run \`ferryman journal adopt --reason <text>\` without an API key in its environment, and start it again`,
  );
}

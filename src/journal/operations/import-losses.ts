import type { ErrorCode } from '../../errors/codes.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { AttemptKey, ImportReport } from '../../ports/stores/recovery-store.ts';
import { importAttempt } from '../recovery/import-attempt.ts';
import { isOpenLoss, isUnread } from '../recovery/is-recovering.ts';
import { type Loss, leaveToPerson } from '../recovery/leave-to-person.ts';
import { NotImportable } from '../recovery/not-importable.ts';
import type { SqlClient } from '../sql-client.ts';

/** Imports each attempt in its own transaction, so that a refused one does not block the others. */
export async function importLosses(client: SqlClient): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, refused: [], failed: [] };
  for (const key of await findImportable(client)) {
    try {
      if (await client.transaction((session) => importAttempt(session, key))) report.imported += 1;
    } catch (cause) {
      const { outcome, why } = outcomeOf(cause);
      if (outcome === 'failed') report.failed.push({ ...key, why });
      if (outcome !== 'refused') continue;
      await client.transaction(async (session) => {
        const losses = await session.query<Loss>(
          `update lost_attempts set refused = $3 where chain = $1 and tx_id = $2 and imported_at is null and refused is null
           returning chain, tx_id, account, nonce, refused`,
          [key.chain, key.txId, why],
        );
        await leaveToPerson(session, losses);
      });
      report.refused.push({ ...key, why });
    }
  }
  return report;
}

/** In the order of their commits; none while a signing log was not read. */
function findImportable(client: SqlClient): Promise<AttemptKey[]> {
  return client.query<AttemptKey>(
    `select chain, tx_id as "txId" from lost_attempts
     where ${isOpenLoss} and refused is null
       and not exists (select from signing_logs, journal_instance where ${isUnread})
     group by chain, tx_id order by min(sequence), chain, tx_id`,
  );
}

/** These errors block an import only temporarily. */
const temporary: ReadonlySet<ErrorCode> = new Set(['DEPOSIT_NOT_UNIQUE', 'JOURNAL_STALE']);

/**
 * If a law of the schema refuses an attempt, it is left to a person, so that it does not block the
 * others. Any other failure may be temporary, and the import is retried. Throws if the journal is
 * unavailable.
 */
function outcomeOf(cause: unknown): { outcome: 'waits' | 'failed' | 'refused'; why: string } {
  if (!(cause instanceof FerrymanError)) throw cause;
  // The engines wrap errors that they do not know.
  if (cause.cause instanceof NotImportable)
    return { outcome: cause.cause.kind, why: cause.cause.message };
  const { code, message: why } = cause;
  if (code === 'JOURNAL_UNAVAILABLE') throw cause;
  if (temporary.has(code)) return { outcome: 'waits', why };
  return { outcome: code === 'JOURNAL_BROKEN_INVARIANT' ? 'refused' : 'failed', why };
}

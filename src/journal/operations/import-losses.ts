import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { AttemptPlace, ImportReport } from '../../ports/time-travel.ts';
import { importAttempt } from '../recovery/import-attempt.ts';
import { type Loss, leaveToPerson } from '../recovery/leave-to-person.ts';
import { NotImportable } from '../recovery/not-importable.ts';
import type { SqlClient } from '../sql-client.ts';

/** Each attempt in a transaction of its own: one that is refused keeps none of the others out. */
export async function importLosses(client: SqlClient): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, refused: [] };
  for (const place of await findImportable(client)) {
    try {
      if (await client.transaction((session) => importAttempt(session, place))) report.imported += 1;
    } catch (cause) {
      const why = whyRefused(cause);
      if (why === undefined) continue;
      await client.transaction(async (session) => {
        const losses = await session.query<Loss>(
          `update lost_attempts set refused = $3 where chain = $1 and tx_id = $2 and imported_at is null and refused is null
           returning chain, tx_id, account, nonce, refused`,
          [place.chain, place.txId, why],
        );
        await leaveToPerson(session, losses);
      });
      report.refused.push({ ...place, why });
    }
  }
  return report;
}

/** In the order of their commits; none while a signing log was not read. */
function findImportable(client: SqlClient): Promise<AttemptPlace[]> {
  return client.query<AttemptPlace>(
    `select chain, tx_id as "txId" from lost_attempts
     where imported_at is null and adopted_at is null and refused is null
       and not exists (
         select from signing_logs, journal_instance where retired_at is null and read_epoch < epoch)
     group by chain, tx_id order by min(sequence), chain, tx_id`,
  );
}

/** Laws of the schema that stand in the way of an import for a while only. */
const passing = new Set(['DEPOSIT_NOT_UNIQUE', 'JOURNAL_STALE']);

/**
 * Absent: it can be imported later. What no rule here names is left to a person, because one attempt
 * that cannot be imported must not keep out the others.
 */
function whyRefused(cause: unknown): string | undefined {
  if (!(cause instanceof FerrymanError)) throw cause;
  // The engines translate what they do not know.
  if (cause.cause instanceof NotImportable) {
    return cause.cause.kind === 'refused' ? cause.cause.message : undefined;
  }
  if (cause.code === 'JOURNAL_UNAVAILABLE') throw cause;
  return passing.has(cause.code) ? undefined : cause.message;
}

import type { Intervention } from '../../ports/stores/recovery-store.ts';
import { encodeJson, storableText } from '../json.ts';
import { scheduleLanes } from '../lanes/due-lanes.ts';
import { isOpenLoss, isUnread } from '../recovery/is-recovering.ts';
import { type Loss, leaveToPerson } from '../recovery/leave-to-person.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * Leaves every loss that is not imported to a person, and retires the signing logs that were not
 * read. Lanes that waited for it go on. Frozen wallets stay frozen, and lost payments stay lost.
 */
export async function adopt(session: SqlSession, { by, reason }: Intervention): Promise<void> {
  const adopted = await session.query<Loss>(
    `update lost_attempts set adopted_at = now(), refused = coalesce(refused, 'a person adopted the journal before')
     where ${isOpenLoss} returning chain, tx_id, account, nonce, refused`,
  );
  await leaveToPerson(session, adopted);
  const missing = await session.query<{ host: string }>(
    `update signing_logs set retired_at = now() from journal_instance
     where ${isUnread} returning host`,
  );
  await session.query(
    `insert into interventions (kind, subject, by, reason, data)
     select 'journal_adopted', id::text, $1, $2, $3::jsonb from journal_instance`,
    [
      storableText(by),
      storableText(reason),
      encodeJson({ lost: adopted.length, missingLogs: missing.map(({ host }) => host) }),
    ],
  );
  await scheduleLanes(session);
}

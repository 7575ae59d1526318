import type { Intervention } from '../../ports/time-travel.ts';
import { encodeJson, storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';

/** Every loss so far is a person's to answer for. Frozen wallets stay frozen, and lost payments stay lost. */
export async function adopt(session: SqlSession, { by, reason }: Intervention): Promise<void> {
  const adopted = await session.query<{ tx_id: string }>(
    'update lost_attempts set adopted_at = now() where adopted_at is null returning tx_id',
  );
  await session.query(
    `insert into interventions (kind, subject, by, reason, data)
     select 'journal_adopted', id::text, $1, $2, $3::jsonb from journal_instance`,
    [storableText(by), storableText(reason), encodeJson({ lost: adopted.length })],
  );
}

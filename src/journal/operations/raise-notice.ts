import type { NoticeDraft } from '../../ports/stores/feed-store.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { transactionNumber } from '../writes/change-statement.ts';

/** In whatever transaction the session is: with what the notice is about, or not at all. */
export async function raiseNotice(session: SqlSession, notice: NoticeDraft): Promise<void> {
  const { type, data } = notice;
  const wallet = notice.wallet ?? null;
  const chain = ('chain' in notice ? notice.chain : undefined) ?? null;
  await session.query(
    `insert into notices (transaction_number, type, wallet, chain, data)
     values (${transactionNumber}, $1, $2, $3, $4::jsonb)`,
    [type, wallet, chain, encodeJson(data)],
  );
}

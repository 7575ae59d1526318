import type { LostAttempt } from '../../ports/stores/recovery-store.ts';
import {
  lostAttemptColumns,
  paymentFromStored,
  type StoredPayment,
} from '../rows/lost-attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function lostAttempts(session: SqlSession): Promise<LostAttempt[]> {
  const lost = await session.query<
    Omit<LostAttempt, 'nonce' | 'payment' | 'refused'> & {
      nonce: bigint | null;
      payment: StoredPayment | null;
      refused: string | null;
    }
  >(
    `select ${lostAttemptColumns} from lost_attempts where imported_at is null order by signed_at, chain, tx_id`,
  );
  return lost.map(({ nonce, payment, refused, ...attempt }) => ({
    ...attempt,
    ...(nonce === null ? {} : { nonce }),
    ...(payment === null ? {} : { payment: paymentFromStored(payment) }),
    ...(refused === null ? {} : { refused }),
  }));
}

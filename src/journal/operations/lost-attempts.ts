import type { LostAttempt } from '../../ports/time-travel.ts';
import { lostAttemptColumns, paymentFromStored, type StoredPayment } from '../rows/lost-attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function lostAttempts(session: SqlSession): Promise<LostAttempt[]> {
  const lost = await session.query<
    Omit<LostAttempt, 'nonce' | 'payment'> & { nonce: bigint | null; payment: StoredPayment | null }
  >(`select ${lostAttemptColumns} from lost_attempts order by signed_at, chain, tx_id`);
  return lost.map(({ nonce, payment, ...attempt }) => ({
    ...attempt,
    ...(nonce === null ? {} : { nonce }),
    ...(payment === null ? {} : { payment: paymentFromStored(payment) }),
  }));
}

import type { LandingDeposit } from '../../core/operator/judge-retry.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { notDust } from './not-dust.ts';

/**
 * Why an ended swap is not retried: a person paid manually after all. The deposit is not
 * final yet; when it is, it reopens the swap.
 */
export async function landingDeposit(
  session: SqlSession,
  id: SwapId,
): Promise<LandingDeposit | undefined> {
  const [landing] = await session.query<{ txId: string }>(
    `select p.tx_id as "txId" from orders o join deposit_payments p on p.order_id = o.id
     where o.swap_id = $1 and p.on_chain and not p.final and ${notDust('p', 'o')}
       and (select job->>'flow' from swaps where id = $1) = 'deposit-by-hand' limit 1`,
    [id],
  );
  if (!landing) return undefined;
  const message = `its deposit ${landing.txId} is not final yet: the proof of its outcome at a final block is missing`;
  return { code: 'PAYMENT_MAY_LAND', message };
}

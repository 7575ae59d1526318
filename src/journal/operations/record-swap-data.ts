import type { SwapDataRecord } from '../../ports/journal.ts';
import { encodeJson } from '../json.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNoLivingPayment } from '../writes/close-open-order.ts';
import { assertNotEnded, lockSwapAt, stale } from '../writes/lock-swap.ts';
import { openNeed } from '../writes/open-need.ts';

/** An answer that names no spender leaves the quote's. */
export async function recordSwapData(session: SqlSession, request: SwapDataRecord): Promise<void> {
  const { swapId, orderId, provider, spender, minOut, expectedOut, declaredFee } = request;
  assertNotEnded(await lockSwapAt(session, request));
  await assertNoLivingPayment(session, swapId);
  const completed = await session.query(
    `update orders set provider = $3, spender = coalesce($4, spender), min_out = $5, expected_out = $6, declared_fee = $7,
       transaction = $8::jsonb, echo = $9::jsonb, sign_by = $10, good_until = $11, swap_raw = $12
     where id = $1 and swap_id = $2 and open returning id`,
    [
      orderId,
      swapId,
      provider,
      spender ?? null,
      minOut,
      expectedOut,
      declaredFee,
      encodeJson(request.transaction),
      encodeJson(request.echo),
      timestamp(request.signBy),
      timestamp(request.goodUntil),
      encodeJson(request.raw),
    ],
  );
  if (completed.length === 0) throw stale(swapId, 'the order is not open');
  if (spender !== undefined) await openNeed(session, { orderId, spender });
  await changeSwap(session, {
    swapId,
    event: {
      type: 'swap_data_received',
      data: { orderId, provider, spender, minOut, expectedOut, declaredFee, to: request.transaction.to },
    },
    progress: true,
  });
}

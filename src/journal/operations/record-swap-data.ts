import { targetsOf } from '../../core/transaction-object.ts';
import type { SwapDataRecord } from '../../ports/journal.ts';
import { encodeJson } from '../json.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNoLivingPayment } from '../writes/close-open-order.ts';
import { assertNotEnded, lockSwapAt, stale } from '../writes/lock-swap.ts';

export async function recordSwapData(session: SqlSession, request: SwapDataRecord): Promise<void> {
  const { swapId, orderId, provider, minOut, expectedOut, declaredFee, deposit } = request;
  assertNotEnded(await lockSwapAt(session, request));
  await assertNoLivingPayment(session, swapId);
  const completed = await session.query(
    `update orders set provider = $3, min_out = $4, expected_out = $5, declared_fee = $6, transaction = $7::jsonb,
       echo = $8::jsonb, sign_by = $9, good_until = $10, swap_raw = $11, exchange_id = $12, deposit_chain = $13,
       deposit_address = $14, deposit_account = $15, deposit_memo = $16, deposit_amount = $17,
       deposit_anchor = $18,
       deposit_watched_until = case when $18::numeric is not null then now() + $19::float8 * interval '1 millisecond' end
     where id = $1 and swap_id = $2 and open returning id`,
    [
      orderId,
      swapId,
      provider,
      minOut,
      expectedOut,
      declaredFee,
      encodeJson(request.transaction),
      encodeJson(request.echo),
      timestamp(request.signBy),
      timestamp(request.goodUntil),
      encodeJson(request.raw),
      deposit?.exchangeId ?? null,
      deposit?.chain ?? null,
      deposit?.address ?? null,
      deposit?.account ?? null,
      deposit?.memo ?? null,
      deposit?.amount ?? null,
      deposit?.anchor ?? null,
      deposit?.watchFor ?? null,
    ],
  );
  if (completed.length === 0) throw stale(swapId, 'the order is not open');
  await changeSwap(session, {
    swapId,
    event: {
      type: 'swap_data_received',
      data: {
        orderId,
        provider,
        minOut,
        expectedOut,
        declaredFee,
        to: targetsOf(request.transaction).join(),
        ...(deposit ? { deposit } : {}),
      },
    },
  });
}

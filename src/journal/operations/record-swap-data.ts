import { targetsOf } from '../../core/swap/transaction-object.ts';
import type { SwapDataRecord } from '../../ports/stores/order-store.ts';
import { depositOnce } from '../deposits/deposit-once.ts';
import { encodeJson } from '../json.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeAtVersion, changeAtVersionStatement } from '../writes/change-at-version.ts';
import { assertOrderMayChange, orderMayChange } from '../writes/change-order.ts';
import { stale } from '../writes/lock-swap.ts';

const complete = changeAtVersionStatement({
  onlyIf: `${orderMayChange}
    and exists (select from orders o where o.id = $3 and o.swap_id = $1 and o.open)`,
  writes: [
    `completed as (
       update orders set provider = $4, min_out = $5, expected_out = $6, declared_fee = $7, transaction = $8::jsonb,
         echo = $9::jsonb, sign_by = $10, good_until = $11, swap_raw = $12, exchange_id = $13, deposit_chain = $14,
         deposit_address = $15, deposit_account = $16, deposit_memo = $17, deposit_amount = $18,
         deposit_anchor = $19,
         deposit_watched_until = case when $19::numeric is not null then now() + $20::float8 * interval '1 millisecond' end,
         signals = $21::jsonb, deposit_once = $22
       from swap where orders.id = $3)`,
  ],
});

export async function recordSwapData(session: SqlSession, request: SwapDataRecord): Promise<void> {
  const {
    swapId,
    version,
    orderId,
    provider,
    minOut,
    expectedOut,
    declaredFee,
    transaction,
    deposit,
  } = request;
  const data = {
    orderId,
    provider,
    minOut,
    expectedOut,
    declaredFee,
    to: targetsOf(transaction).join(),
  };
  const change = {
    event: { type: 'swap_data_received', data: { ...data, ...(deposit ? { deposit } : {}) } },
    own: [
      orderId,
      provider,
      minOut,
      expectedOut,
      declaredFee,
      encodeJson(transaction),
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
      encodeJson(request.signals),
      deposit ? depositOnce(deposit) : null,
    ],
  } as const;
  await changeAtVersion(session, complete, { swapId, version, ...change }, async () => {
    await assertOrderMayChange(session, request);
    throw stale(swapId, 'the order is not open');
  });
}

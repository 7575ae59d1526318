import { targetsOf } from '../../core/swap/transaction-object.ts';
import type { BestSwapRecord } from '../../ports/stores/order-store.ts';
import { encodeJson } from '../json.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeAtVersion, changeAtVersionStatement } from '../writes/change-at-version.ts';
import { assertOrderMayChange, closedOrder, orderMayChange } from '../writes/change-order.ts';
import { releasedNeed } from '../writes/close-open-order.ts';

/**
 * Closes the previous order first (`count` waits for that), as with a quote. This order has no
 * quote: its own id replaces the quote's, and the values of the answer replace the quoted ones.
 */
const record = changeAtVersionStatement({
  onlyIf: orderMayChange,
  writes: [
    closedOrder,
    releasedNeed,
    `opened as (
       insert into orders (id, swap_id, quote_id, provider, swap_type, min_out, quoted_min_out, expected_out, declared_fee,
         destination_anchor, requested_at, quoted_at, quote_raw, expected_duration, transaction, echo, sign_by, good_until,
         swap_raw, expected_usd, signals)
       select $3, swap.id, $3::uuid::text, $4, $5, $6, $6, $7, $8, $9, $10, $11, '{}', $12, $13::jsonb, $14::jsonb, $15, $16, $17, $18, $19::jsonb
       from swap, (select count(*) from closed) first)`,
  ],
});

export async function recordBestSwap(session: SqlSession, request: BestSwapRecord): Promise<void> {
  const { swapId, version, orderId, provider, minOut, expectedOut, declaredFee, transaction } =
    request;
  const data = {
    orderId,
    provider,
    minOut,
    expectedOut,
    declaredFee,
    to: targetsOf(transaction).join(),
  };
  const change = {
    event: { type: 'swap_data_received', data: { ...data, inOneCall: true } },
    state: 'quoted',
    own: [
      orderId,
      provider,
      request.swapType,
      minOut,
      expectedOut,
      declaredFee,
      request.destinationAnchor,
      timestamp(request.requestedAt),
      timestamp(request.quotedAt),
      request.expectedDuration ?? null,
      encodeJson(transaction),
      encodeJson(request.echo),
      timestamp(request.signBy),
      timestamp(request.goodUntil),
      encodeJson(request.raw),
      request.expectedUsd ?? null,
      encodeJson(request.signals),
    ],
  } as const;
  await changeAtVersion(session, record, { swapId, version, ...change }, () =>
    assertOrderMayChange(session, request),
  );
}

import { randomUUID } from 'node:crypto';
import type { OrderId } from '../../core/swap/ids.ts';
import type { QuoteRecord } from '../../ports/stores/order-store.ts';
import { encodeJson } from '../json.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeAtVersion, changeAtVersionStatement } from '../writes/change-at-version.ts';
import { assertOrderMayChange, closedOrder, orderMayChange } from '../writes/change-order.ts';
import { releasedNeed } from '../writes/close-open-order.ts';

/**
 * Closes the previous order first (`count` waits for that): a swap has one open order and one open
 * need.
 */
const record = changeAtVersionStatement({
  onlyIf: orderMayChange,
  writes: [
    closedOrder,
    releasedNeed,
    `opened as (
       insert into orders (id, swap_id, quote_id, provider, swap_type, spender, min_out, quoted_min_out, expected_out,
         declared_fee, destination_anchor, quoted_at, quote_raw, expected_duration, expected_usd, signals)
       select $3, swap.id, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15, $16::jsonb
       from swap, (select count(*) from closed) first)`,
    // The order's spender will take the job's amount of the job's token.
    `needed as (
       insert into allowance_needs (order_id, swap_id, wallet_id, chain, token, spender, amount)
       select $3, s.id, s.wallet_id, s.from_chain, s.job->'from'->>'token', $7, (s.job->>'amount')::numeric
       from (select count(*) from released) first, swap join swaps s on s.id = swap.id
       where $7::text is not null)`,
  ],
});

export async function recordQuote(session: SqlSession, request: QuoteRecord): Promise<void> {
  const { swapId, version, quoteId, provider, spender, minOut, expectedOut, declaredFee } = request;
  const orderId = randomUUID() as OrderId;
  const change = {
    event: {
      type: 'quote_recorded',
      data: { orderId, quoteId, provider, spender, minOut, expectedOut, declaredFee },
    },
    state: 'quoted',
    own: [
      orderId,
      quoteId,
      provider,
      request.swapType,
      spender ?? null,
      minOut,
      expectedOut,
      declaredFee,
      request.destinationAnchor,
      timestamp(request.quotedAt),
      encodeJson(request.raw),
      request.expectedDuration ?? null,
      request.expectedUsd ?? null,
      encodeJson(request.signals),
    ],
  } as const;
  await changeAtVersion(session, record, { swapId, version, ...change }, () =>
    assertOrderMayChange(session, request),
  );
}

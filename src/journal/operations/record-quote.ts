import { randomUUID } from 'node:crypto';
import type { OrderId } from '../../core/ids.ts';
import type { QuoteRecord } from '../../ports/journal.ts';
import { encodeJson } from '../json.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNoLivingPayment, closeOpenOrder } from '../writes/close-open-order.ts';
import { assertNotEnded, lockSwapAt } from '../writes/lock-swap.ts';

export async function recordQuote(session: SqlSession, request: QuoteRecord): Promise<void> {
  const { swapId, quoteId, provider, spender, minOut, expectedOut, declaredFee } = request;
  assertNotEnded(await lockSwapAt(session, request));
  await assertNoLivingPayment(session, swapId);
  await closeOpenOrder(session, swapId);
  const orderId = randomUUID() as OrderId;
  await session.query(
    `insert into orders (id, swap_id, quote_id, provider, swap_type, spender, min_out, quoted_min_out, expected_out,
       declared_fee, destination_anchor, quoted_at, quote_raw, expected_duration)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13)`,
    [
      orderId,
      swapId,
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
    ],
  );
  if (spender !== undefined) await openNeed(session, orderId);
  await changeSwap(session, {
    swapId,
    event: { type: 'quote_recorded', data: { orderId, quoteId, provider, spender, minOut, expectedOut, declaredFee } },
    state: 'quoted',
  });
}

/** The order will have its spender take the job's amount of the job's token. */
async function openNeed(session: SqlSession, orderId: OrderId): Promise<void> {
  await session.query(
    `insert into allowance_needs (order_id, swap_id, wallet_id, chain, token, spender, amount)
     select o.id, s.id, s.wallet_id, s.from_chain, s.job->'from'->>'token', o.spender, (s.job->>'amount')::numeric
     from orders o join swaps s on s.id = o.swap_id where o.id = $1`,
    [orderId],
  );
}

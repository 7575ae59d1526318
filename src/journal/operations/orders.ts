import type { OrderId, SwapId } from '../../core/swap/ids.ts';
import type { OrderView } from '../../ports/stores/swap-store.ts';
import type { SqlSession } from '../sql-client.ts';

interface Row {
  id: OrderId;
  provider: string;
  swap_type: string;
  open: boolean;
  min_out: bigint;
  expected_out: bigint;
  quoted_at: number;
  requested_at: number | null;
  quote_raw: string | null;
  swap_raw: string | null;
  archive: string | null;
}

export async function orders(session: SqlSession, id: SwapId): Promise<OrderView[]> {
  const rows = await session.query<Row>(
    `select id, provider, swap_type, open, min_out, expected_out, quoted_at, requested_at,
       quote_raw::text as quote_raw, swap_raw::text as swap_raw, archive
     from orders where swap_id = $1 order by created_at, id`,
    [id],
  );
  return rows.map((row) => ({
    ...{ id: row.id, provider: row.provider, swapType: row.swap_type, open: row.open },
    ...{ minOut: row.min_out, expectedOut: row.expected_out, quotedAt: row.quoted_at },
    ...(row.requested_at === null ? {} : { requestedAt: row.requested_at }),
    ...(row.quote_raw === null ? {} : { quoteAnswer: row.quote_raw }),
    ...(row.swap_raw === null ? {} : { swapAnswer: row.swap_raw }),
    ...(row.archive === null ? {} : { archive: row.archive }),
  }));
}

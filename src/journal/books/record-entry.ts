import type { Posting } from '../../core/books/posting.ts';
import type { EntryDraft } from '../../ports/stores/book-store.ts';
import { encodeJson } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { type SqlClient, type SqlSession, timestamp } from '../sql-client.ts';

/**
 * Whoever books first has booked. What others have read since is out of date, also of a later event: they
 * find it unbooked again.
 */
const takeText = `
  update book_swaps set booked_seq = $2::int, tried_at = null
  where swap_id = $1 and booked_seq is not distinct from $3::int and (booked_seq is null or booked_seq < $2::int)
  returning swap_id`;

const entryText = `
  insert into book_entries (swap_id, entry, at, state, level, provider)
  select s.id, 1 + coalesce((select max(entry) from book_entries where swap_id = s.id), 0), $2::timestamptz, s.state,
    s.settlement_level, (
      select o.provider from orders o where o.swap_id = s.id
      order by (o.id = s.landed_order) desc nulls last, o.created_at desc limit 1)
  from swaps s where s.id = $1 returning entry`;

const postingsText = `
  insert into book_postings (swap_id, entry, line, source, kind, wallet, account, family, chain, token, symbol, decimals,
    listed, amount, tx_id, usd_e18, price_at, price_source)
  select $1, $2::int, line, source, kind, wallet, account, family, chain, token, symbol, decimals, listed, amount, tx_id,
    usd_e18, price_at, price_source
  from json_to_recordset($3::json) as given(line int, source text, kind text, wallet text, account text, family text,
    chain text, token text, symbol text, decimals int, listed boolean, amount numeric, tx_id text, usd_e18 numeric,
    price_at timestamptz, price_source text)
  order by line`;

export function recordEntry(client: SqlClient, entry: EntryDraft): Promise<boolean> {
  return client.transaction((session) => write(session, entry));
}

async function write(
  session: SqlSession,
  { swapId, endSeq, endAt, bookedSeq, postings }: EntryDraft,
): Promise<boolean> {
  const taken = await session.query(takeText, [swapId, endSeq, bookedSeq]);
  if (taken.length === 0 || postings.length === 0) return false;
  const { entry } = onlyRow(
    await session.query<{ entry: number }>(entryText, [swapId, timestamp(endAt)]),
  );
  await session.query(postingsText, [swapId, entry, encodeJson(postings.map(rowOf))]);
  return true;
}

function rowOf({ txId, price, ...posting }: Posting, index: number) {
  return {
    ...posting,
    line: index + 1,
    tx_id: txId,
    ...(price
      ? {
          usd_e18: price.usdE18,
          price_at: timestamp(price.at),
          price_source: price.source,
        }
      : {}),
  };
}

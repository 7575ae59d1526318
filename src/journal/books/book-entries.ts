import type { BookEntry, Posting } from '../../core/books/posting.ts';
import type { Family } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { SettlementLevel, SwapState } from '../../core/swap/swap.ts';
import type { BookQuery, BookStore } from '../../ports/stores/book-store.ts';
import { onlyRow } from '../only-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

interface EntryRow {
  swap_id: SwapId;
  entry: number;
  at: number;
  idem_key: string;
  state: SwapState;
  level: SettlementLevel | null;
  provider: string | null;
  wallet: string;
  receiver: string;
}

interface PostingRow {
  swap_id: SwapId;
  entry: number;
  source: string;
  kind: Posting['kind'];
  wallet: string | null;
  account: string;
  family: Family | 'other';
  chain: string;
  token: string;
  symbol: string | null;
  decimals: number | null;
  listed: boolean;
  amount: bigint;
  tx_id: string | null;
  usd_e18: bigint | null;
  price_at: number | null;
  price_source: string | null;
}

const entriesText = `
  select e.swap_id, e.entry, e.at, s.idem_key, e.state, e.level, e.provider, s.wallet_name as wallet, s.receiver
  from book_entries e join swaps s on s.id = e.swap_id
  where e.at >= $1::timestamptz and e.at < $2::timestamptz
    and ($3::timestamptz is null or (e.at, e.swap_id, e.entry) > ($3::timestamptz, $4::uuid, $5::int))
  order by e.at, e.swap_id, e.entry limit $6::int`;

const postingsText = `
  select p.swap_id, p.entry, p.source, p.kind, p.wallet, p.account, p.family, p.chain, p.token, p.symbol, p.decimals,
    p.listed, p.amount, p.tx_id, p.usd_e18, p.price_at, p.price_source
  from unnest($1::uuid[], $2::int[]) as wanted (swap_id, entry)
  join book_postings p on p.swap_id = wanted.swap_id and p.entry = wanted.entry
  order by p.swap_id, p.entry, p.line`;

export async function bookEntries(
  session: SqlSession,
  { from, until, limit, after }: BookQuery,
): Promise<BookEntry[]> {
  const rows = await session.query<EntryRow>(entriesText, [
    timestamp(from),
    timestamp(until),
    after ? timestamp(after.at) : null,
    after?.swapId ?? null,
    after?.entry ?? null,
    limit,
  ]);
  if (rows.length === 0) return [];
  const postings = await session.query<PostingRow>(postingsText, [
    rows.map(({ swap_id }) => swap_id),
    rows.map(({ entry }) => String(entry)),
  ]);
  const byEntry = new Map<string, Posting[]>();
  for (const posting of postings) {
    const name = `${posting.swap_id} ${posting.entry}`;
    const others = byEntry.get(name) ?? [];
    byEntry.set(name, [...others, postingFromRow(posting)]);
  }
  return rows.map(({ swap_id: swapId, entry, at, idem_key: idempotencyKey, ...row }) => ({
    ...{ swapId, entry, at, idempotencyKey },
    ...{ state: row.state, wallet: row.wallet, receiver: row.receiver },
    ...(row.level === null ? {} : { level: row.level }),
    ...(row.provider === null ? {} : { provider: row.provider }),
    postings: byEntry.get(`${swapId} ${entry}`) ?? [],
  }));
}

function postingFromRow(row: PostingRow): Posting {
  const { source, kind, account, family, chain, token, listed, amount } = row;
  const { usd_e18: usdE18, price_at: at, price_source: priceSource } = row;
  return {
    ...{ source, kind, account, family, chain, token, listed, amount },
    ...(row.wallet === null ? {} : { wallet: row.wallet }),
    ...(row.symbol === null ? {} : { symbol: row.symbol }),
    ...(row.decimals === null ? {} : { decimals: row.decimals }),
    ...(row.tx_id === null ? {} : { txId: row.tx_id }),
    ...(usdE18 === null || at === null || priceSource === null
      ? {}
      : { price: { usdE18, at, source: priceSource } }),
  };
}

export async function bookedCoins(
  session: SqlSession,
  { chain, txId, account, token }: Parameters<BookStore['bookedCoins']>[0],
): Promise<{ count: number; amount: bigint }> {
  return onlyRow(
    await session.query<{ count: number; amount: bigint }>(
      `select count(*)::int as count, coalesce(sum(amount), 0) as amount from book_postings
       where chain = $1 and tx_id = $2 and lower(account) = lower($3) and lower(token) = lower($4)`,
      [chain, txId, account, token],
    ),
  );
}

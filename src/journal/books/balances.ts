import type { Family } from '../../core/swap/chains.ts';
import type { BalanceSample, SampleQuery, StoredSample } from '../../ports/stores/balance-store.ts';
import { encodeJson } from '../json.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

export async function recordBalances(
  session: SqlSession,
  samples: readonly BalanceSample[],
): Promise<void> {
  await session.query(
    `insert into treasury_balances (wallet, family, account, chain, token, symbol, decimals, at, block, settled,
       in_flight, usd_e18, booked)
     select wallet, family, account, chain, token, symbol, decimals, at, block, settled, in_flight, usd_e18, booked
     from json_to_recordset($1::json) as given(wallet text, family text, account text, chain text, token text,
       symbol text, decimals int, at timestamptz, block numeric, settled numeric, in_flight numeric, usd_e18 numeric,
       booked bigint)
     on conflict do nothing`,
    [
      encodeJson(
        samples.map(({ at, inFlight: in_flight, usdE18: usd_e18, ...sample }) => ({
          ...sample,
          at: timestamp(at),
          in_flight,
          usd_e18,
        })),
      ),
    ],
  );
}

export async function lastSampled(session: SqlSession, since: number): Promise<number | undefined> {
  const [row] = await session.query<{ at: number | null }>(
    `select min(at) as at from (
       select max(b.at) as at from wallets w join treasury_balances b on b.wallet = w.name and b.family = w.family
       group by w.id having max(b.at) >= $1::timestamptz) newest`,
    [timestamp(since)],
  );
  return row?.at ?? undefined;
}

interface SampleRow {
  position: bigint;
  wallet: string;
  family: Family;
  chain: string;
  token: string;
  symbol: string;
  decimals: number;
  at: number;
  block: bigint;
  settled: bigint;
  in_flight: bigint;
  usd_e18: bigint | null;
}

export async function balanceHistory(
  session: SqlSession,
  { from, until, limit, after, wallet, every }: SampleQuery,
): Promise<StoredSample[]> {
  const rows = await session.query<SampleRow>(
    `select position, wallet, family, chain, token, symbol, decimals, at, block, settled, in_flight, usd_e18
     from treasury_balances b
     where at >= $1::timestamptz and at < $2::timestamptz and ($3::bigint is null or position > $3::bigint)
       and ($4::text is null or wallet = $4::text)
       and ($6::bigint is null or not exists (
         select from treasury_balances later
         where later.wallet = b.wallet and later.family = b.family and later.chain = b.chain and later.token = b.token
           and later.at > b.at and later.at < $2::timestamptz
           and later.at < to_timestamp((floor(extract(epoch from b.at) * 1000 / $6::bigint) + 1) * $6::bigint / 1000)))
     order by position limit $5::int`,
    [timestamp(from), timestamp(until), after ?? null, wallet ?? null, limit, every ?? null],
  );
  return rows.map(({ in_flight: inFlight, usd_e18: usdE18, ...row }) => ({
    ...row,
    inFlight,
    ...(usdE18 === null ? {} : { usdE18 }),
  }));
}

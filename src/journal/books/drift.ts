import { formatAmount } from '../../core/amounts/amounts.ts';
import { type DriftFacts, type DriftFinding, isBeyond } from '../../core/books/judge-drift.ts';
import type { HistoryQuery } from '../../ports/stores/balance-store.ts';
import { encodeJson } from '../json.ts';
import { raiseNotice } from '../operations/raise-notice.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

/** Only between two moments at which the account had nothing under way. */
const factsText = `
  select now.wallet, now.family, now.chain, now.token, now.symbol, now.decimals, earlier.at as "from", now.at as until,
    earlier.settled as before, now.settled as after, coalesce((
      select sum(p.amount) from book_postings p
      where p.wallet = now.wallet and p.family = now.family and p.chain = now.chain and lower(p.token) = lower(now.token)
        and p.position > earlier.booked and p.position <= now.booked), 0) as expected
  from treasury_balances now join lateral (
    select at, settled, booked from treasury_balances b
    where b.wallet = now.wallet and b.family = now.family and b.account = now.account and b.chain = now.chain
      and b.token = now.token and b.at < now.at and b.booked is not null
    order by b.at desc limit 1) earlier on true
  where now.at = $1::timestamptz and now.booked is not null
  order by now.position`;

export function driftFacts(session: SqlSession, at: number): Promise<DriftFacts[]> {
  return session.query<DriftFacts>(factsText, [timestamp(at)]);
}

const insertText = `
  insert into treasury_drift (wallet, family, chain, token, symbol, decimals, from_at, until_at, before, after, expected,
    difference, tolerance)
  select wallet, family, chain, token, symbol, decimals, from_at, until_at, before, after, expected, difference, tolerance
  from json_to_recordset($1::json) as given(wallet text, family text, chain text, token text, symbol text, decimals int,
    from_at timestamptz, until_at timestamptz, before numeric, after numeric, expected numeric, difference numeric,
    tolerance numeric)
  on conflict do nothing returning position`;

/** In a transaction: whoever stores a difference raises its notice. */
export async function recordDrift(
  session: SqlSession,
  findings: readonly DriftFinding[],
): Promise<void> {
  for (const finding of findings) {
    const { from, until, ...rest } = finding;
    const row = { ...rest, from_at: timestamp(from), until_at: timestamp(until) };
    const stored = await session.query(insertText, [encodeJson([row])]);
    if (stored.length === 0 || !isBeyond(finding)) continue;
    const { wallet, chain, token, symbol, decimals, difference, expected } = finding;
    await raiseNotice(session, {
      type: 'drift',
      wallet,
      chain,
      data: {
        ...{ token, symbol, differenceBaseUnits: difference.toString() },
        difference: signed(difference, decimals),
        expected: signed(expected, decimals),
        from: timestamp(from),
        until: timestamp(until),
      },
    });
  }
}

function signed(baseUnits: bigint, decimals: number): string {
  return baseUnits < 0n
    ? `-${formatAmount(-baseUnits, decimals)}`
    : formatAmount(baseUnits, decimals);
}

export function driftHistory(
  session: SqlSession,
  { from, until, limit, wallet }: HistoryQuery,
): Promise<DriftFinding[]> {
  return session.query<DriftFinding>(
    `select wallet, family, chain, token, symbol, decimals, from_at as "from", until_at as until, before, after, expected,
       difference, tolerance
     from treasury_drift
     where until_at >= $1::timestamptz and until_at < $2::timestamptz and ($3::text is null or wallet = $3::text)
     order by position limit $4::int`,
    [timestamp(from), timestamp(until), wallet ?? null, limit],
  );
}

import { type CapBound, capSubjects, type LeaseCaps, windowMs } from '../../core/caps/cap.ts';
import { showCapAmount } from '../../core/caps/show-cap-amount.ts';
import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import type { Refused } from './refuse.ts';

/*
 * Caps in the journal (G09). Nothing is released by a write: a use counts while its lease may still
 * pay or has paid, by what lease, step and swap say at the moment of reading. So a correction of a
 * proof counts at once, and no path can forget to release.
 */

/** SQL: whether the use `u` of the lease `l` and step `st` counts at all. */
const counted = `l.state not in ('void', 'expired', 'dead') and st.outcome not in ('dead', 'reverted_final')`;

const boundColumns =
  'rank int, unit text, ms float8, moment float8, wallet text, chain text, token text, provider text, receiver text, rule text';

/** SQL: what the bound `b` counts, in its unit. */
const value = `case b.unit when 'usd' then coalesce(u.usd_e18, 0) when 'amount' then u.amount else 1 end`;

/**
 * SQL: the moment at which windows end: that of the calendar, if one is given, or else of the journal's
 * clock.
 * @param moment an expression: milliseconds since the epoch, or null
 */
export function endOfWindows(moment: string): string {
  return `coalesce(to_timestamp((${moment})::float8 / 1000), clock_timestamp())`;
}

/** SQL: the same for the bounds of one payment, which all have its moment. */
const endOfBounds = (bounds: string): string =>
  `(select ${endOfWindows(`${bounds}::jsonb -> 0 ->> 'moment'`)})`;

/**
 * SQL: whether what the use `u` paid is unsettled. Of a swap that ended by the routing service's
 * report alone, Ferryman has seen nothing. So its payment counts for a day
 * (docs/decisions/148-reported-ends-release-caps-after-a-day.md).
 * @param end an expression: `endOfWindows`
 */
export function isUnsettled(end: string): string {
  return `not exists (
  select from swaps s where s.id = u.swap_id and has_ended(s) and (
    s.settlement_level is distinct from 'router-reported' or u.at <= ${end} - interval '1 day'))`;
}

/** SQL: uses `u` of bounds `b` that are within the window and of its members. */
const within = `${capSubjects.map((one) => `(b.${one} is null or b.${one} = u.${one})`).join(' and ')}
  and (b.ms is null or u.at > ${endOfWindows('b.moment')} - b.ms * interval '1 millisecond')
  and (b.ms is not null or ${isUnsettled(endOfWindows('b.moment'))})`;

/**
 * SQL: recent and open uses. Before that only what is unsettled counts.
 * @param longest an expression: the milliseconds of the longest window, which are a day at least
 * @param end an expression: `endOfWindows`
 */
export function usesOfCaps(longest: string | number, end: string): string {
  return `
  select u.* from cap_uses u join leases l on l.id = u.lease_id join steps st on st.id = u.step_id
  where (u.at > ${end} - ${longest}::float8 * interval '1 millisecond' or not u.closed) and ${counted}`;
}

/** SQL: so that only caps of a week have the uses of a week read. */
function longestOf(bounds: string): string {
  return `(select greatest(max(longest.ms), ${windowMs.day}) from jsonb_to_recordset(${bounds}::jsonb) as longest(ms float8))`;
}

/**
 * SQL: what is used of each bound, as decimal strings in the bounds' order.
 * @param bounds an expression: `boundRows`
 */
export function usedOfCaps(bounds: string): string {
  return `(
    select coalesce(json_agg(per.used::text order by per.rank), '[]') from (
      select b.rank, coalesce(sum(${value}) filter (where u.lease_id is not null), 0) as used
      from jsonb_to_recordset(${bounds}::jsonb) as b(${boundColumns})
      left join (${usesOfCaps(longestOf(bounds), endOfBounds(bounds))}) u on ${within}
      group by b.rank) per)`;
}

export function boundRows({ bounds, at }: Pick<LeaseCaps, 'bounds' | 'at'>): string {
  return encodeJson(bounds.map((bound, rank) => boundRow(bound, rank, at)));
}

function boundRow({ window, ...bound }: CapBound, rank: number, at: number | undefined) {
  const { name: _, limit: __, value: ___, ...members } = bound;
  const ms = window === 'unsettled' ? null : windowMs[window];
  return { rank, ...members, ms, moment: at ?? null };
}

/**
 * SQL: CTEs that reserve the use `useRow` for `lease` and `step`, and close those of ended swaps.
 * @param use an expression
 */
export function writesOfCaps(use: string): string[] {
  return [
    `cap_use as (
    insert into cap_uses (lease_id, step_id, swap_id, at, wallet, chain, token, provider, receiver, rule, amount, decimals, usd_e18)
    select lease.id, step.id, $1, ${endOfWindows('u.at')}, u.wallet, u.chain, u.token, u.provider, u.receiver, u.rule, u.amount, u.decimals, u.usd_e18
    from lease, step, jsonb_to_record(${use}::jsonb)
      as u(at float8, wallet text, chain text, token text, provider text, receiver text, rule text, amount numeric, decimals int, usd_e18 numeric))`,
    `closed_use as (
    update cap_uses set closed = true where (lease_id, step_id) in (
      select u.lease_id, u.step_id from cap_uses u join swaps s on s.id = u.swap_id
      where not u.closed and has_ended(s) limit 100 for no key update of u skip locked))`,
  ];
}

export function useRow({ use: { usdE18, ...use }, at }: LeaseCaps): string {
  return encodeJson({ ...use, usd_e18: usdE18, at });
}

/** The first bound that the payment would break together with others. */
export function findCapReached(
  { caps }: LeaseRequest,
  used: readonly string[] = [],
): Extract<LeaseRefusal, { kind: 'cap_reached' }> | undefined {
  for (const [index, bound] of (caps?.bounds ?? []).entries()) {
    const taken = BigInt(used[index] ?? '0');
    if (taken + bound.value <= bound.limit) continue;
    const decimals = caps?.use.decimals ?? 0;
    return { kind: 'cap_reached', message: explain(bound, taken, decimals), bound: index };
  }
  return undefined;
}

function explain(
  { name, unit, limit, value: own }: CapBound,
  taken: bigint,
  decimals: number,
): string {
  const [used, most, wanted] = [taken, limit, own].map((amount) =>
    showCapAmount(amount, unit, decimals),
  );
  return `the cap ${name} is reached: payments use ${used} of ${most}, and this one takes ${wanted}`;
}

/**
 * When the uses that leave the window make room: the earliest moment, in milliseconds by the journal's
 * clock, which is as far away as it is by the calendar.
 */
const roomAt = `
  select extract(epoch from freed.at) * 1000 + $2::float8
    + coalesce(extract(epoch from clock_timestamp()) * 1000 - freed.moment, 0) as until from (
    select u.at, b.moment, sum(${value}) over (order by u.at, u.lease_id, u.step_id) as amount, sum(${value}) over () as total
    from jsonb_to_recordset($1::jsonb) as b(${boundColumns}) join (${usesOfCaps(longestOf('$1'), endOfBounds('$1'))}) u on ${within}
  ) freed where freed.total - freed.amount <= $3::numeric order by freed.at limit 1`;

/** Adds when there is room again in the window that refuses. Read only if a cap refuses. */
export async function withRoomAt(
  session: SqlSession,
  { caps }: LeaseRequest,
  refused: Refused,
): Promise<Refused> {
  const { refusal } = refused;
  if (refusal.kind !== 'cap_reached') return refused;
  const { bound: index, ...said } = refusal;
  const bound = caps?.bounds[index ?? 0];
  if (!bound || bound.window === 'unsettled') return { ...refused, refusal: said };
  const [room] = await session.query<{ until: number }>(roomAt, [
    encodeJson([boundRow(bound, 0, caps.at)]),
    windowMs[bound.window],
    bound.limit - bound.value,
  ]);
  return { ...refused, refusal: room ? { ...said, until: Math.ceil(Number(room.until)) } : said };
}

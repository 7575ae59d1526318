import { windowMs } from '../../core/caps/cap.ts';
import type { CapUsage } from '../../core/caps/cap-standing.ts';
import type { JobRule } from '../../core/swap/job.ts';
import { endOfWindows, isUnsettled, usesOfCaps } from '../lease/cap-use.ts';
import { ruleFromStored, type StoredRule } from '../rows/stored-job.ts';
import type { SqlSession } from '../sql-client.ts';

interface UsageRow extends Omit<CapUsage, 'usdE18' | 'count'> {
  usd: bigint;
  count: bigint;
}

/** SQL: of what is asked for. */
const end = `(select ${endOfWindows('$1')})`;

const usage = `
  select w.name as window, u.wallet, u.chain, u.token, u.provider, u.receiver, u.rule, u.decimals,
    sum(u.amount) as amount, coalesce(sum(u.usd_e18), 0) as usd, count(*) as count
  from (values ('hour', ${windowMs.hour}::float8), ('day', ${windowMs.day}), ('week', ${windowMs.week}), ('unsettled', null)) as w(name, ms)
  join (${usesOfCaps(windowMs.week, end)}) u on case when w.ms is null
    then ${isUnsettled(end)}
    else u.at > ${end} - w.ms * interval '1 millisecond' end
  group by w.name, u.wallet, u.chain, u.token, u.provider, u.receiver, u.rule, u.decimals`;

export async function capUsage(session: SqlSession, at?: number): Promise<CapUsage[]> {
  const rows = await session.query<UsageRow>(usage, [at ?? null]);
  return rows.map(({ usd, count, ...row }) => ({
    ...row,
    amount: BigInt(row.amount),
    usdE18: BigInt(usd),
    count: Number(count),
  }));
}

const inUse = `
  select distinct on (u.rule) s.job->'rule' as rule
  from (${usesOfCaps(windowMs.week, end)}) u join swaps s on s.id = u.swap_id
  where u.rule <> '' order by u.rule, (s.job->'rule'->>'version')::int desc`;

export async function rulesInUse(session: SqlSession, at?: number): Promise<JobRule[]> {
  const rows = await session.query<{ rule: StoredRule }>(inUse, [at ?? null]);
  return rows.map(({ rule }) => ruleFromStored(rule));
}

const wake = `
  update timers set due_at = now() from (
    select id from swaps where reason_code = 'CAP_REACHED' order by position limit $1
  ) waiting where timers.swap_id = waiting.id returning timers.swap_id`;

export async function wakeCapped(session: SqlSession, limit: number): Promise<number> {
  return (await session.query(wake, [limit])).length;
}

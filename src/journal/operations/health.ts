import type { Family } from '../../core/swap/chains.ts';
import { type ProcessRole, processRoles } from '../../core/swap/roles.ts';
import { openStates, type SwapState } from '../../core/swap/swap.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import type { ActiveStop, Health, LaneHealth } from '../../ports/stores/health-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { ownActor } from '../writes/own-actor.ts';

interface LiveRow {
  roles: ProcessRole[];
  router_outcome: 'ok' | ErrorCode | null;
  router_age: number | null;
}

/**
 * SQL: whether Ferryman itself has stopped it. Earlier versions wrote their name in lower case where
 * they stopped a provider.
 */
const isAutomatic = `(changed_by = '${ownActor}' or scope = 'provider' and changed_by = 'ferryman')`;

export async function health(session: SqlSession): Promise<Health> {
  const live = await session.query<LiveRow>(
    `select roles, router_outcome, (extract(epoch from now() - router_at) * 1000)::float8 as router_age
     from heartbeats where live_until > now() order by router_at desc nulls last`,
  );
  const stops = await session.query<ActiveStop>(
    `select scope, subject, changed_at as since, ${isAutomatic} as "isAutomatic"
     from switches where stopped order by scope, subject`,
  );
  const frozenWallets = await session.query<{ name: string; family: Family }>(
    'select name, family from wallets where frozen_reason is not null order by name, family',
  );
  const lanes = await session.query<LaneHealth>(
    `select w.name as wallet, l.chain, l.slots, l.used, l.waiting, coalesce((
       select (extract(epoch from now() - min(entry.entered_at)) * 1000)::float8 from lane_swaps entry
       where entry.wallet_id = l.wallet_id and entry.chain = l.chain and not entry.has_slot), 0) as oldest
     from lanes l join wallets w on w.id = l.wallet_id where l.used > 0 or l.waiting > 0 order by w.name, l.chain`,
  );
  // For each state one step down the index `swaps_by_state`, because positions are in order of
  // arrival. With `=` Postgres takes the index of all positions, and scans every swap for a state
  // that has none.
  const oldest = await session.query<{ state: SwapState; age: number }>(
    `select states.state, (extract(epoch from now() - first.created_at) * 1000)::float8 as age
     from unnest($1::text[]) as states (state) cross join lateral (
       select created_at from swaps where swaps.state >= states.state and swaps.state <= states.state
       order by swaps.state, position limit 1) first`,
    [openStates],
  );
  const [newest] = live;
  return {
    workers: countRoles(live),
    ...(newest && newest.router_outcome !== null && newest.router_age !== null
      ? { router: { outcome: newest.router_outcome, age: newest.router_age } }
      : {}),
    lanes,
    stops,
    frozenWallets,
    oldestSwaps: new Map(oldest.map(({ state, age }) => [state, Math.max(0, age)])),
  };
}

function countRoles(live: readonly LiveRow[]): Record<ProcessRole, number> {
  const workers = Object.fromEntries(processRoles.map((role) => [role, 0])) as Record<
    ProcessRole,
    number
  >;
  for (const { roles } of live) for (const role of roles) workers[role] += 1;
  return workers;
}

import type { Migration } from './migration.ts';

/**
 * A lane is the waiting line of a wallet account on a chain. A swap that waits in it has a row here
 * and no timer; the lane has one. Triggers keep the counts and the timer, in the transaction that
 * changes them: whatever takes a swap out of its lane returns its slot by that. A role with the
 * rights that migration 2 recommends needs `delete on lane_swaps` as well.
 */
export const lanes: Migration = {
  number: 27,
  name: 'lanes',
  statements: [
    `create table lanes (
      wallet_id uuid not null references wallets,
      chain text not null,
      slots int not null check (slots > 0),
      -- Admits only into an empty lane.
      together boolean not null,
      -- What returns the slot of a swap that has signed.
      returned_at text not null check (returned_at in ('sent', 'included', 'proven')),
      used int not null default 0 check (used >= 0),
      waiting int not null default 0 check (waiting >= 0),
      -- Swaps admitted so far.
      admitted bigint not null default 0,
      -- How many the last statement has admitted.
      admitting int not null default 0,
      admitted_at timestamptz,
      -- Whether swaps were left waiting then.
      has_backlog boolean not null default false,
      -- Milliseconds between two admissions while swaps wait, averaged.
      pace double precision,
      due_at timestamptz,
      primary key (wallet_id, chain)
    )`,
    'create index lanes_due on lanes (due_at)',
    `create table lane_swaps (
      swap_id uuid primary key references swaps,
      wallet_id uuid not null,
      chain text not null,
      priority int not null,
      position bigint not null,
      deadline timestamptz not null,
      has_slot boolean not null default false,
      entered_at timestamptz not null default now(),
      foreign key (wallet_id, chain) references lanes
    )`,
    'create index lane_swaps_waiting on lane_swaps (wallet_id, chain, priority desc, position) where not has_slot',
    'create index lane_swaps_by_deadline on lane_swaps (wallet_id, chain, deadline) where not has_slot',
    `create function lane_changed() returns trigger language plpgsql as $$
    declare
      freed int := case when tg_op <> 'INSERT' and old.has_slot then 1 else 0 end;
      came int := case when tg_op <> 'DELETE' then 1 else 0 end;
      gone int := case when tg_op = 'DELETE' and not old.has_slot then 1 else 0 end;
      place lane_swaps := case when tg_op = 'DELETE' then old else new end;
    begin
      update lanes set
        used = used - freed,
        waiting = waiting + came - gone,
        due_at = case
          when waiting + came - gone = 0 then null
          when used - freed < case when together then 1 else slots end then least(due_at, now())
          when came > 0 then least(due_at, place.deadline)
          else due_at end
      where lanes.wallet_id = place.wallet_id and lanes.chain = place.chain;
      return null;
    end $$`,
    `create trigger lane_entered after insert on lane_swaps
       for each row when (not new.has_slot) execute function lane_changed()`,
    `create trigger lane_left after delete on lane_swaps for each row execute function lane_changed()`,
    `create trigger lane_slot_returned after update on lane_swaps
       for each row when (old.has_slot and not new.has_slot) execute function lane_changed()`,
    // Whoever carries swaps on with fewer rights than the owner may do here what timers take.
    `do $$ declare
      granted record;
    begin
      for granted in select distinct grantee, privilege_type from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = 'timers' and grantee not in (current_user, 'PUBLIC')
          and privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE') loop
        execute format('grant %s on lanes, lane_swaps to %I', granted.privilege_type, granted.grantee);
      end loop;
    end $$`,
    // Swaps of before that have not signed wait in their lanes from now on. Others hold no slot,
    // and need none to be followed.
    `insert into lanes (wallet_id, chain, slots, together, returned_at)
     select distinct s.wallet_id, s.from_chain,
       case w.family when 'evm' then 16 when 'ton' then 4 when 'bitcoin' then 1 else 8 end,
       w.family in ('ton', 'bitcoin'),
       case when w.family = 'evm' then 'included' when w.family in ('ton', 'bitcoin') then 'proven' else 'sent' end
     from swaps s join wallets w on w.id = s.wallet_id join timers t on t.swap_id = s.id
     where s.state = 'requested' and s.job->>'flow' <> 'deposit-by-hand'`,
    `with waiting as (
       delete from timers t using swaps s
       where t.swap_id = s.id and s.state = 'requested' and s.job->>'flow' <> 'deposit-by-hand'
         and not exists (select from steps st where st.swap_id = s.id and st.outcome = 'open')
       returning s.id, s.wallet_id, s.from_chain, s.position, s.job
     )
     insert into lane_swaps (swap_id, wallet_id, chain, priority, position, deadline)
     select id, wallet_id, from_chain, 0, position, to_timestamp((job->>'deadline')::numeric / 1000.0) from waiting`,
  ],
};

import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/*
 * What is written stays written, and a step opens for a new lease only after a proof: triggers, so
 * that it holds whatever the code does.
 *
 * On a server the schema should belong to one role (which runs the migrations) and the application
 * should connect as another:
 *
 * grant select, insert, update on all tables in schema public to ferryman; grant delete on timers,
 * observers, heartbeats, lane_swaps, deliveries, delivery_attempts to ferryman; revoke update on
 * proofs, events, boosts from ferryman;
 *
 * A role without the right to delete cannot remove a payment's record even where these triggers are
 * disabled.
 */

function trigger(name: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
    `create trigger ${name} ${when} execute function ${name}()`,
  ];
}

const kept = ['swaps', 'orders', 'steps', 'leases', 'attempts', 'proofs', 'legs', 'events'];

const keptForever = [
  `create function refuse_removal() returns trigger language plpgsql as $$ begin
    raise exception 'rows of % are never removed', tg_table_name
      using errcode = 'integrity_constraint_violation', constraint = tg_table_name || '_never_removed';
  end $$`,
  ...kept.map(
    (table) => `create trigger ${table}_never_removed before delete or truncate on ${table}
      for each statement execute function refuse_removal()`,
  ),
];

/** Refuses updates that change any of `columns`. */
function immutable(name: string, table: string, columns: readonly string[]): string[] {
  const row = (alias: string): string => columns.map((column) => `${alias}.${column}`).join(', ');
  return trigger(
    name,
    `before update of ${columns.join(', ')} on ${table} for each row`,
    `if (${row('new')}) is distinct from (${row('old')}) then ${raise(name, `this part of ${table} never changes`)} end if;`,
  );
}

const writtenOnce = [
  ...immutable('swaps_job_immutable', 'swaps', ['id', 'idem_key', 'body_hash', 'job', 'retry_of']),
  ...immutable('attempts_immutable', 'attempts', [
    'id',
    'lease_id',
    'chain',
    'seq',
    'kind',
    'tx_id',
    'bytes',
  ]),
  ...immutable('leases_immutable', 'leases', [
    'id',
    'family',
    'chain',
    'wallet_id',
    'account',
    'nonce',
    'key',
  ]),
  ...immutable('legs_immutable', 'legs', [
    'swap_id',
    'chain',
    'tx_id',
    'index',
    'token',
    'amount',
    'role',
  ]),
  ...trigger(
    'proofs_immutable',
    'before update on proofs for each statement',
    raise('proofs_immutable', 'a proof never changes'),
  ),
  ...trigger(
    'events_immutable',
    'before update on events for each statement',
    raise('events_immutable', 'an event never changes'),
  ),
];

const proofBeforeLease = [
  ...trigger(
    'steps_stay_closed',
    'before update of outcome, swap_id, kind, generation on steps for each row',
    `if old.outcome <> 'open' and new.outcome <> old.outcome then
      ${raise('steps_stay_closed', 'a closed step never opens again')}
    end if;
    if (new.swap_id, new.kind, new.generation) is distinct from (old.swap_id, old.kind, old.generation) then
      ${raise('steps_stay_closed', 'a step never becomes another step')}
    end if;
    if new.outcome <> 'open' and exists (select from lease_steps where step_id = new.id and live) then
      ${raise('steps_open_while_leased', 'a step with a living lease does not close')}
    end if;`,
  ),
  ...trigger(
    'leases_stay_closed',
    'before update of state on leases for each row',
    `if old.state in ('consumed', 'dead', 'void') and new.state <> old.state then
      ${raise('leases_stay_closed', 'a closed lease never lives again')}
    end if;
    if new.state in ('held', 'void') and exists (select from attempts where lease_id = new.id) then
      ${raise('leases_void_without_attempts', 'a lease with a signed attempt ends by proof only')}
    end if;`,
  ),
  ...trigger(
    'attempts_under_living_lease',
    'before insert on attempts for each row',
    `if (select state from leases where id = new.lease_id for no key update) in ('consumed', 'dead', 'void') then
      ${raise('attempts_under_living_lease', 'nothing is signed under a closed lease')}
    end if;`,
  ),
  ...trigger(
    'lease_steps_live_until_closed',
    'before update on lease_steps for each row',
    `if old.live and not new.live and (select state from leases where id = new.lease_id) in ('held', 'signed') then
      ${raise('lease_steps_live_until_closed', 'a lease serves its step until it is closed')}
    end if;
    if (new.lease_id, new.step_id) is distinct from (old.lease_id, old.step_id) then
      ${raise('lease_steps_live_until_closed', 'a lease never changes its step')}
    end if;`,
  ),
  // After the row is in: a lease that closed meanwhile is then seen.
  ...trigger(
    'lease_steps_only_after_void',
    'after insert on lease_steps for each row',
    `if (select outcome from steps where id = new.step_id) <> 'open' or exists (
      select from lease_steps other join leases on leases.id = other.lease_id
      where other.step_id = new.step_id and other.lease_id <> new.lease_id and leases.state <> 'void')
    then
      ${raise('lease_steps_only_after_void', 'a step that was signed gets no other lease; the next generation does')}
    end if;`,
  ),
];

export const laws: Migration = {
  number: 2,
  name: 'laws',
  statements: [...keptForever, ...writtenOnce, ...proofBeforeLease],
};

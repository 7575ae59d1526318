import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/** Whether the new row's proof replaces the one of the old row. */
const isSuperseded = `exists (
  select from proofs where id = new.proof_id and supersedes = old.proof_id and old.proof_id is not null)`;

/**
 * Lets later evidence correct earlier evidence. An answer about an account's nonce keeps the block
 * at which it was read. A proof is never changed or deleted: a later proof names the one that it
 * replaces, and only that opens a closed lease or step again. A step whose payment came to nothing
 * never counts as paid again once another payment was signed in its stead.
 */
export const proofCorrections: Migration = {
  number: 22,
  name: 'proof-corrections',
  statements: [
    'alter table wallet_chain add column final_nonce_block bigint, add column final_nonce_hash text',
    `alter table proofs add column supersedes uuid references proofs
       constraint proofs_superseded_once unique`,
    `alter table leases
       -- When a closed lease is compared with the chain again, and how often it was.
       add column check_at timestamptz,
       add column checks int not null default 0,
       -- What the chain showed of it that its proof does not fit. Nothing is paid until a proof decides.
       add column doubt jsonb,
       add constraint leases_doubted_when_closed check (doubt is null or state in ('consumed', 'expired', 'dead'))`,
    `create index leases_to_check on leases (chain, check_at) where check_at is not null`,
    'create index leases_doubted on leases (chain) where doubt is not null',
    // Two proofs contradict each other about a payment: a person decides, nothing follows by
    // itself.
    'alter table steps add column disputed boolean not null default false',
    `create function signed_since(revived steps) returns boolean language sql stable as $$
      with recursive later(id) as (
        select s.id from swaps s where s.retry_of = revived.swap_id
        union
        select s.id from swaps s join later on s.retry_of = later.id
      ), class(kinds) as (
        select case when revived.kind in ('swap', 'deposit') then array['swap', 'deposit']
          when revived.kind in ('claim', 'refund') then array['claim', 'refund'] else array[]::text[] end
      )
      select exists (
        select from class, steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
        where st.kind = any(class.kinds)
          and ((st.swap_id = revived.swap_id and st.position > revived.position) or st.swap_id in (select id from later)))
    $$`,
    `create or replace function leases_stay_closed() returns trigger language plpgsql as $$ begin
      if old.state in ('consumed', 'expired', 'dead', 'void') and new.state <> old.state
        and not (new.state in ('signed', 'consumed', 'expired', 'dead') and ${isSuperseded})
      then
        ${raise('leases_stay_closed', 'a closed lease lives again only by a later proof')}
      end if;
      if new.state in ('held', 'void') and exists (select from attempts where lease_id = new.id) then
        ${raise('leases_void_without_attempts', 'a lease with a signed attempt ends by proof only')}
      end if;
      return new;
    end $$`,
    `create or replace function steps_stay_closed() returns trigger language plpgsql as $$ begin
      if old.outcome <> 'open' and new.outcome <> old.outcome then
        if not ${isSuperseded} then
          ${raise('steps_stay_closed', 'a closed step changes only by a later proof')}
        end if;
        if old.outcome in ('dead', 'reverted_final') and new.outcome in ('open', 'landed') and signed_since(old) then
          ${raise('steps_revived_alone', 'what came to nothing is not revived beside another payment')}
        end if;
      end if;
      if (new.swap_id, new.kind, new.generation) is distinct from (old.swap_id, old.kind, old.generation) then
        ${raise('steps_stay_closed', 'a step never becomes another step')}
      end if;
      if new.outcome <> 'open' and exists (select from lease_steps where step_id = new.id and live) then
        ${raise('steps_open_while_leased', 'a step with a living lease does not close')}
      end if;
      if old.disputed and not new.disputed then
        ${raise('steps_stay_disputed', 'what two proofs contradict each other about stays in dispute')}
      end if;
      return new;
    end $$`,
    'drop trigger steps_stay_closed on steps',
    `create trigger steps_stay_closed before update of outcome, swap_id, kind, generation, disputed on steps
       for each row execute function steps_stay_closed()`,
    `create function doubted_swaps_sign_nothing() returns trigger language plpgsql as $$ begin
      if new.kind <> 'cancel' and exists (
        select from lease_steps ls join steps st on st.id = ls.step_id
        join steps other on other.swap_id = st.swap_id and other.id <> st.id
        where ls.lease_id = new.lease_id and st.kind not in ('approve', 'revoke') and other.kind not in ('approve', 'revoke')
          and (other.disputed or exists (
            select from lease_steps theirs join leases l on l.id = theirs.lease_id
            where theirs.step_id = other.id and l.doubt is not null)))
      then
        ${raise('doubted_swaps_sign_nothing', 'nothing is signed for a swap while a proof of it is in doubt')}
      end if;
      return new;
    end $$`,
    `create trigger doubted_swaps_sign_nothing before insert on attempts
      for each row execute function doubted_swaps_sign_nothing()`,
    // P5: a payment whose proof is in doubt or in dispute may have been paid.
    `create or replace function paying_swap(latest uuid) returns uuid language sql as $$
      with recursive retries(id) as (
        select latest
        union
        select s.retry_of from swaps s join retries on s.id = retries.id where s.retry_of is not null
      )
      select s.id from retries join swaps s on s.id = retries.id
      where exists (
        select from steps st
        where st.swap_id = s.id and st.kind in ('swap', 'deposit') and (st.outcome = 'landed' or st.disputed or exists (
          select from lease_steps ls join leases l on l.id = ls.lease_id
          where ls.step_id = st.id and (l.state in ('signed', 'dead') or l.doubt is not null)))
      ) or exists (
        select from lost_attempts lost
        where stands_for(lost, s)
          and lost.attempt_kind <> 'cancel' and lost.step_kind in ('swap', 'deposit'))
      limit 1
    $$`,
  ],
};

import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * Lets a journal that was rolled back tell a lost attempt from a stranger. A lease that a lost
 * attempt used is expired, in every family that has a number or coins. A lost attempt counts as
 * signed when a closed step is to be revived. An ended swap takes imported attempts that pay
 * nothing anew.
 */
export const lostUsers: Migration = {
  number: 25,
  name: 'lost-users',
  statements: [
    // Whether the attempt was signed under this very lease: it belongs to it, and is no other user
    // of it.
    `create function is_of_lease(lost lost_attempts, lease leases) returns boolean language sql stable as $$
      select coalesce(lost.chain = lease.chain and case lease.family
          when 'evm' then lost.nonce = lease.nonce and lower(lost.account) = lower(lease.account)
          when 'bitcoin' then (
            select array_agg(outpoint order by outpoint) from outpoints where lease_id = lease.id and not added
          ) = (
            select array_agg(p->>'outpoint' order by p->>'outpoint')
            from jsonb_array_elements(lost.replay->'outpoints') p where not (p->>'added')::boolean)
          else false end, false)
        and exists (
          select from lease_steps ls join steps st on st.id = ls.step_id join swaps s on s.id = st.swap_id
          where ls.lease_id = lease.id and (s.id = lost.swap_id or s.idem_key = lost.idem_key)
            and (st.kind in ('swap', 'deposit')) = (lost.step_kind in ('swap', 'deposit'))
            and (st.kind in ('claim', 'refund')) = (lost.step_kind in ('claim', 'refund')))
    $$`,
    // A nonce of EVM that a lost attempt used is imported for that one.
    `alter table leases drop constraint leases_of_one_attempt_expire`,
    `create or replace function signed_since(revived steps) returns boolean language sql stable as $$
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
          and ((st.swap_id = revived.swap_id and st.position > revived.position) or st.swap_id in (select id from later))
      ) or exists (
        -- What was lost was signed after all that the journal has kept.
        select from class, swaps s join lost_attempts lost on is_lost(lost) and stands_for(lost, s)
        where s.id = revived.swap_id and lost.attempt_kind <> 'cancel' and lost.step_kind = any(class.kinds)
          and not exists (
            select from lease_steps ls join leases l on l.id = ls.lease_id
            where ls.step_id = revived.id and is_of_lease(lost, l)))
    $$`,
    `create or replace function ended_swaps_sign_nothing() returns trigger language plpgsql as $$ begin
      if new.kind <> 'cancel' and exists (
        select from lease_steps ls join steps st on st.id = ls.step_id join swaps s on s.id = st.swap_id
        where ls.lease_id = new.lease_id and ls.live and has_ended(s)
          -- What was signed long ago is written again, to be followed. The first attempt of a payment would be another payment.
          and not (coalesce(current_setting('ferryman.importing', true), '') = 'on'
            and (st.kind not in ('swap', 'deposit') or new.seq > 1)))
      then
        ${raise('ended_swaps_sign_nothing', 'for a swap that has ended nothing is signed but a cancel')}
      end if;
      return new;
    end $$`,
  ],
};

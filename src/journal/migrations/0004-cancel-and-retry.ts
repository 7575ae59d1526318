import type { Migration } from './migration.ts';

/**
 * When a person asked for a swap's end, and the law of retries, P5: of a swap and all that it
 * retries, at most one may ever pay. A swap is retried by another one only after it has ended with
 * nothing paid, and none of them signs a payment once another of them may have paid.
 */
export const cancelAndRetry: Migration = {
  number: 4,
  name: 'cancel-and-retry',
  statements: [
    'alter table swaps add column cancel_requested_at timestamptz',
    // A payment that landed, that is signed without a proof, or whose lease a stranger used: of the
    // swap or of any that it retries.
    `create function paying_swap(latest uuid) returns uuid language sql as $$
      with recursive retries(id) as (
        select latest
        union
        select s.retry_of from swaps s join retries on s.id = retries.id where s.retry_of is not null
      )
      select st.swap_id from retries join steps st on st.swap_id = retries.id
      where st.kind in ('swap', 'deposit') and (st.outcome = 'landed' or exists (
        select from lease_steps ls join leases l on l.id = ls.lease_id
        where ls.step_id = st.id and l.state in ('signed', 'dead')))
      limit 1
    $$`,
    `create function p5_retry_of_unpaid() returns trigger language plpgsql as $$ begin
      if new.retry_of is null then return new; end if;
      if paying_swap(new.retry_of) is not null or not exists (
        select from swaps where id = new.retry_of and funds_state = 'untouched' and state in ('failed', 'expired', 'cancelled'))
      then
        raise exception 'a swap is retried by another one only after it has ended with nothing paid'
          using errcode = 'integrity_constraint_violation', constraint = 'p5_one_payment_per_chain_of_retries';
      end if;
      return new;
    end $$`,
    `create trigger p5_retry_of_unpaid before insert on swaps for each row execute function p5_retry_of_unpaid()`,
    `create function p5_one_payment_per_chain_of_retries() returns trigger language plpgsql as $$ begin
      if new.kind <> 'cancel' and exists (
        select from lease_steps ls join steps st on st.id = ls.step_id join swaps s on s.id = st.swap_id
        where ls.lease_id = new.lease_id and st.kind in ('swap', 'deposit') and (
          exists (select from swaps later where later.retry_of = s.id)
          or (s.retry_of is not null and paying_swap(s.retry_of) is not null)))
      then
        raise exception 'another swap of this chain of retries may have paid, or will'
          using errcode = 'integrity_constraint_violation', constraint = 'p5_one_payment_per_chain_of_retries';
      end if;
      return new;
    end $$`,
    `create trigger p5_one_payment_per_chain_of_retries before insert on attempts
      for each row execute function p5_one_payment_per_chain_of_retries()`,
  ],
};

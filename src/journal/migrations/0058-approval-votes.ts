import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * What approvers have signed for payments with their passkeys. A vote is one on its envelope for
 * ever: nothing changes or removes it.
 */
export const approvalVotes: Migration = {
  number: 58,
  name: 'approval votes',
  statements: [
    `create table approval_votes (
      approval_id uuid not null references approvals,
      approver text not null,
      decision text not null check (decision in ('approve', 'reject')),
      assertion jsonb not null,
      by text not null,
      reason text not null,
      at timestamptz not null default date_trunc('milliseconds', now()),
      primary key (approval_id, approver, decision)
    )`,
    `create function approval_votes_immutable() returns trigger language plpgsql as $$ begin
      ${raise('approval_votes_immutable', 'a vote never changes')}
      return new;
    end $$`,
    `create trigger approval_votes_immutable before update on approval_votes
      for each statement execute function approval_votes_immutable()`,
    `create trigger approval_votes_never_removed before delete or truncate on approval_votes
      for each statement execute function refuse_removal()`,
    // For newness of a receiver, which only policies with a cooling period ask for.
    `create index swaps_by_paid_receiver on swaps (to_chain, receiver) where state = 'settled'`,
    `do $$ declare
      granted record;
    begin
      for granted in select distinct grantee, privilege_type from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = 'swaps' and grantee not in (current_user, 'PUBLIC')
          and privilege_type in ('SELECT', 'INSERT') loop
        execute format('grant %s on approval_votes to %I', granted.privilege_type, granted.grantee);
      end loop;
    end $$`,
  ],
};

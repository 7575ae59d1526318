-- The journal's schema, as all migrations leave it: to read, never to run.
-- Made from src/journal/migrations by scripts/write-schema.ts; what is changed here is lost.

create table above_ceiling (
  wallet text not null,
  family text not null,
  is_above boolean not null,
  subject text not null,
  constraint above_ceiling_pkey PRIMARY KEY (wallet, family, subject)
);

create table allowance_needs (
  order_id uuid not null,
  swap_id uuid not null,
  wallet_id uuid not null,
  chain text not null,
  token text not null,
  spender text not null,
  amount numeric(78,0) not null,
  state text default 'open'::text not null,
  lease_id uuid,
  included_block bigint,
  constraint allowance_needs_pkey PRIMARY KEY (order_id),
  constraint allowance_needs_lease_id_fkey FOREIGN KEY (lease_id) REFERENCES leases(id),
  constraint allowance_needs_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint allowance_needs_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id),
  constraint allowance_needs_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  constraint allowance_needs_amount_check CHECK ((amount > (0)::numeric)),
  constraint allowance_needs_check CHECK (((state = 'open'::text) <= (lease_id IS NULL))),
  constraint allowance_needs_check1 CHECK (((state = 'signed'::text) <= (lease_id IS NOT NULL))),
  constraint allowance_needs_state_check CHECK ((state = ANY (ARRAY['open'::text, 'signed'::text, 'released'::text])))
);
CREATE INDEX allowance_needs_by_lease ON allowance_needs USING btree (lease_id);
CREATE INDEX allowance_needs_living ON allowance_needs USING btree (wallet_id, chain, token, spender) WHERE (state <> 'released'::text);
CREATE UNIQUE INDEX allowance_needs_one_open_per_swap ON allowance_needs USING btree (swap_id) WHERE (state = 'open'::text);
CREATE INDEX allowance_needs_signed ON allowance_needs USING btree (wallet_id, chain, token, spender) WHERE (lease_id IS NOT NULL);

create table allowances (
  chain text not null,
  wallet_id uuid not null,
  token text not null,
  spender text not null,
  confirmed numeric(78,0),
  confirmed_block bigint,
  approve_step uuid,
  accounted_position bigint default 0 not null,
  constraint allowances_pkey PRIMARY KEY (chain, wallet_id, token, spender),
  constraint allowances_approve_step_fkey FOREIGN KEY (approve_step) REFERENCES steps(id),
  constraint allowances_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  constraint allowances_check CHECK (((confirmed IS NULL) = (confirmed_block IS NULL)))
);

create table api_keys (
  id text not null,
  hash text not null,
  scopes text[] not null,
  created_at timestamp with time zone default now() not null,
  sealed_intake_key text,
  name text,
  wallets text[],
  chains text[],
  requests_per_minute integer,
  expires_at timestamp with time zone,
  created_by text,
  revoked_at timestamp with time zone,
  masks text[],
  principal text,
  seal text,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_unique UNIQUE (hash),
  constraint api_keys_masks_check CHECK (((masks <@ '{addresses,metadata}'::text[]) AND (cardinality(masks) > 0)))
);
CREATE TRIGGER api_keys_masked_only_view BEFORE INSERT OR UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_masked_only_view();

create table approval_votes (
  approval_id uuid not null,
  approver text not null,
  decision text not null,
  assertion jsonb not null,
  by text not null,
  reason text not null,
  at timestamp with time zone default date_trunc('milliseconds'::text, now()) not null,
  place jsonb,
  constraint approval_votes_pkey PRIMARY KEY (approval_id, approver, decision),
  constraint approval_votes_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  constraint approval_votes_decision_check CHECK ((decision = ANY (ARRAY['approve'::text, 'reject'::text])))
);
CREATE TRIGGER approval_votes_immutable BEFORE UPDATE ON approval_votes FOR EACH STATEMENT EXECUTE FUNCTION approval_votes_immutable();
CREATE TRIGGER approval_votes_never_removed BEFORE DELETE OR TRUNCATE ON approval_votes FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table approvals (
  id uuid not null,
  position bigint generated always as identity not null,
  swap_id uuid not null,
  item_key text not null,
  kind text not null,
  item jsonb not null,
  rule text not null,
  message text not null,
  known json not null,
  requesters text[] not null,
  decider text,
  state text default 'open'::text not null,
  scope text,
  until timestamp with time zone,
  decided_by text,
  decided_at timestamp with time zone,
  reason text,
  revoked_by text,
  revoked_at timestamp with time zone,
  revoke_reason text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  seal jsonb,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_newest UNIQUE ("position"),
  constraint approvals_one_per_item UNIQUE (swap_id, item_key),
  constraint approvals_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id),
  constraint approvals_decided CHECK ((num_nulls(decided_by, decider, decided_at, reason) =
CASE
    WHEN (state = ANY (ARRAY['approved'::text, 'rejected'::text])) THEN 0
    ELSE 4
END)),
  constraint approvals_finding_once CHECK (((kind <> 'finding'::text) OR (scope IS NULL) OR (scope = 'once'::text))),
  constraint approvals_never_own CHECK (((decider IS NULL) OR (NOT (decider = ANY (requesters))))),
  constraint approvals_revoked CHECK (((num_nulls(revoked_by, revoked_at, revoke_reason) = ANY (ARRAY[0, 3])) AND ((revoked_at IS NULL) OR (state = 'approved'::text)))),
  constraint approvals_scope CHECK (((state = 'approved'::text) = (scope IS NOT NULL))),
  constraint approvals_scope_check CHECK ((scope = ANY (ARRAY['once'::text, 'until'::text, 'permanent'::text]))),
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'withdrawn'::text]))),
  constraint approvals_until CHECK (((NOT (scope IS DISTINCT FROM 'until'::text)) = (until IS NOT NULL)))
);
CREATE INDEX approvals_admitting ON approvals USING btree (item_key) WHERE ((state = 'approved'::text) AND (revoked_at IS NULL));
CREATE INDEX approvals_open ON approvals USING btree ("position") WHERE (state = 'open'::text);
CREATE TRIGGER approvals_never_removed BEFORE DELETE OR TRUNCATE ON approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER approvals_stay_decided BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION approvals_stay_decided();

create table archives (
  name text not null,
  sha256 text not null,
  bytes bigint not null,
  orders integer not null,
  written_at timestamp with time zone default now() not null,
  constraint archives_pkey PRIMARY KEY (name)
);
CREATE TRIGGER archives_never_removed BEFORE DELETE OR TRUNCATE ON archives FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table assets (
  wallet_id uuid not null,
  chain text not null,
  token text not null,
  balance numeric(78,0) not null,
  block bigint not null,
  constraint assets_pkey PRIMARY KEY (wallet_id, chain, token),
  constraint assets_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id)
);

create table attempt_steps (
  attempt_id uuid not null,
  step_id uuid not null,
  message integer not null,
  constraint attempt_steps_pkey PRIMARY KEY (attempt_id, step_id),
  constraint attempt_steps_one_message_each UNIQUE (attempt_id, message),
  constraint attempt_steps_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES attempts(id),
  constraint attempt_steps_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id),
  constraint attempt_steps_message_check CHECK ((message >= 0))
);
CREATE TRIGGER attempt_steps_immutable BEFORE UPDATE ON attempt_steps FOR EACH STATEMENT EXECUTE FUNCTION attempt_steps_immutable();
CREATE TRIGGER attempt_steps_never_removed BEFORE DELETE OR TRUNCATE ON attempt_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table attempts (
  id uuid not null,
  lease_id uuid not null,
  family text not null,
  chain text not null,
  seq integer not null,
  kind text not null,
  order_id uuid,
  tx_id text not null,
  bytes text not null,
  fee jsonb not null,
  signed_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  status text default 'unseen'::text not null,
  block_number bigint,
  block_hash text,
  succeeded boolean,
  fee_paid numeric(78,0),
  progressed boolean default false not null,
  sequence bigint,
  sighting jsonb,
  results boolean[],
  constraint attempts_pkey PRIMARY KEY (id),
  constraint attempts_seq_unique UNIQUE (lease_id, seq),
  constraint attempts_tx_id_unique UNIQUE (chain, tx_id),
  constraint attempts_of_lease FOREIGN KEY (lease_id, family, chain) REFERENCES leases(id, family, chain),
  constraint attempts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint attempts_included_in_block CHECK (((status = ANY (ARRAY['included'::text, 'final'::text])) = (num_nulls(block_number, block_hash, succeeded, fee_paid) = 0))),
  constraint attempts_kind_check CHECK ((kind = ANY (ARRAY['pay'::text, 'bump'::text, 'cancel'::text]))),
  constraint attempts_seq_check CHECK ((seq >= 1)),
  constraint attempts_status_check CHECK ((status = ANY (ARRAY['unseen'::text, 'pending'::text, 'included'::text, 'final'::text]))),
  constraint p4_one_attempt_per_lease CHECK (((family <> ALL (ARRAY['tron'::text, 'solana'::text, 'ton'::text])) OR (seq = 1)))
);
CREATE UNIQUE INDEX attempts_one_included_per_lease ON attempts USING btree (lease_id) WHERE (status = ANY (ARRAY['included'::text, 'final'::text]));
CREATE UNIQUE INDEX attempts_sequence ON attempts USING btree (sequence);
CREATE INDEX attempts_to_progress ON attempts USING btree (chain, block_number) WHERE ((status = 'included'::text) AND (NOT progressed));
CREATE TRIGGER attempts_immutable BEFORE UPDATE OF id, lease_id, chain, seq, kind, tx_id, bytes ON attempts FOR EACH ROW EXECUTE FUNCTION attempts_immutable();
CREATE TRIGGER attempts_never_removed BEFORE DELETE OR TRUNCATE ON attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER attempts_under_living_lease BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION attempts_under_living_lease();
CREATE TRIGGER doubted_swaps_sign_nothing BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION doubted_swaps_sign_nothing();
CREATE TRIGGER ended_swaps_sign_nothing BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION ended_swaps_sign_nothing();
CREATE TRIGGER p5_one_payment_per_chain_of_retries BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION p5_one_payment_per_chain_of_retries();

create table audit_head (
  only_one boolean default true not null,
  position bigint not null,
  hash text not null,
  constraint audit_head_pkey PRIMARY KEY (only_one),
  constraint audit_head_only_one_check CHECK (only_one)
);
CREATE TRIGGER audit_head_never_removed BEFORE DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table audit_log (
  position bigint not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  subject text not null,
  reason text,
  request_id text,
  data json not null,
  hash text not null,
  constraint audit_log_pkey PRIMARY KEY ("position")
);
CREATE INDEX audit_log_by_actor ON audit_log USING btree (actor, "position");
CREATE INDEX audit_log_by_subject ON audit_log USING btree (subject, "position");
CREATE TRIGGER audit_log_immutable BEFORE UPDATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_immutable();
CREATE TRIGGER audit_log_never_removed BEFORE DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table book_entries (
  swap_id uuid not null,
  entry integer not null,
  at timestamp with time zone not null,
  state text not null,
  level text,
  provider text,
  constraint book_entries_pkey PRIMARY KEY (swap_id, entry),
  constraint book_entries_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id),
  constraint book_entries_entry_check CHECK ((entry > 0))
);
CREATE INDEX book_entries_by_time ON book_entries USING btree (at, swap_id, entry);
CREATE TRIGGER book_entries_immutable BEFORE UPDATE ON book_entries FOR EACH STATEMENT EXECUTE FUNCTION books_insert_only();
CREATE TRIGGER book_entries_never_removed BEFORE DELETE OR TRUNCATE ON book_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table book_postings (
  position bigint generated always as identity not null,
  swap_id uuid not null,
  entry integer not null,
  line integer not null,
  source text not null,
  kind text not null,
  wallet text,
  account text not null,
  family text not null,
  chain text not null,
  token text not null,
  symbol text,
  decimals integer,
  listed boolean not null,
  amount numeric(78,0) not null,
  tx_id text,
  usd_e18 numeric(78,0),
  price_at timestamp with time zone,
  price_source text,
  constraint book_postings_pkey PRIMARY KEY (swap_id, entry, line),
  constraint book_postings_position_key UNIQUE ("position"),
  constraint book_postings_source_key UNIQUE (source),
  constraint book_postings_swap_id_entry_fkey FOREIGN KEY (swap_id, entry) REFERENCES book_entries(swap_id, entry),
  constraint book_postings_amount_check CHECK ((amount <> (0)::numeric)),
  constraint book_postings_decimals_check CHECK (((decimals >= 0) AND (decimals <= 255))),
  constraint book_postings_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'network-fee'::text, 'charge'::text, 'payout'::text, 'refund'::text, 'return'::text]))),
  constraint book_postings_price_whole CHECK ((num_nulls(usd_e18, price_at, price_source) = ANY (ARRAY[0, 3]))),
  constraint book_postings_usd_e18_check CHECK ((usd_e18 > (0)::numeric))
);
CREATE INDEX book_postings_by_transaction ON book_postings USING btree (chain, tx_id);
CREATE INDEX book_postings_by_wallet ON book_postings USING btree (wallet, chain, token, "position");
CREATE TRIGGER book_postings_immutable BEFORE UPDATE ON book_postings FOR EACH STATEMENT EXECUTE FUNCTION books_insert_only();
CREATE TRIGGER book_postings_never_removed BEFORE DELETE OR TRUNCATE ON book_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table book_swaps (
  swap_id uuid not null,
  end_seq integer not null,
  end_at timestamp with time zone not null,
  booked_seq integer,
  tried_at timestamp with time zone,
  constraint book_swaps_pkey PRIMARY KEY (swap_id),
  constraint book_swaps_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id)
);
CREATE INDEX book_swaps_open ON book_swaps USING btree (end_at) WHERE (booked_seq IS DISTINCT FROM end_seq);

create table boosts (
  chain text not null,
  tx_id text not null,
  position bigint generated always as identity not null,
  attempt_id uuid not null,
  bytes text not null,
  fee jsonb not null,
  created_at timestamp with time zone not null,
  sequence bigint,
  constraint boosts_tx_id_unique PRIMARY KEY (chain, tx_id),
  constraint boosts_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES attempts(id)
);
CREATE INDEX boosts_by_attempt ON boosts USING btree (attempt_id, "position");
CREATE UNIQUE INDEX boosts_sequence ON boosts USING btree (sequence);
CREATE TRIGGER boosts_immutable BEFORE UPDATE ON boosts FOR EACH STATEMENT EXECUTE FUNCTION boosts_immutable();
CREATE TRIGGER boosts_never_removed BEFORE DELETE OR TRUNCATE ON boosts FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table broken_promises (
  swap_id uuid not null,
  provider text not null,
  why text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint broken_promises_pkey PRIMARY KEY (swap_id),
  constraint broken_promises_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id)
);
CREATE INDEX broken_promises_by_provider ON broken_promises USING btree (lower(provider), at);

create table bulk_actions (
  id uuid not null,
  position bigint generated always as identity not null,
  idem_key text not null,
  body_hash text not null,
  action text not null,
  filter json not null,
  reason text not null,
  per_minute integer not null,
  key_id text not null,
  state text default 'running'::text not null,
  state_reason text,
  total integer not null,
  done integer default 0 not null,
  skipped integer default 0 not null,
  failed integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  locked_by text,
  locked_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  seal jsonb,
  constraint bulk_actions_pkey PRIMARY KEY (id),
  constraint bulk_actions_idem_key_unique UNIQUE (key_id, idem_key),
  constraint bulk_actions_newest UNIQUE ("position"),
  constraint bulk_actions_action_check CHECK ((action = ANY (ARRAY['retry'::text, 'cancel'::text]))),
  constraint bulk_actions_per_minute_check CHECK ((per_minute > 0)),
  constraint bulk_actions_state_check CHECK ((state = ANY (ARRAY['running'::text, 'paused'::text, 'aborted'::text, 'finished'::text])))
);
CREATE INDEX bulk_actions_running ON bulk_actions USING btree ("position") WHERE (state = 'running'::text);
CREATE TRIGGER bulk_actions_never_removed BEFORE DELETE OR TRUNCATE ON bulk_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table bulk_items (
  bulk_id uuid not null,
  seq integer not null,
  swap_id uuid not null,
  outcome text,
  code text,
  message text,
  as_swap uuid,
  decided boolean,
  at timestamp with time zone,
  constraint bulk_items_pkey PRIMARY KEY (bulk_id, seq),
  constraint bulk_items_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_actions(id),
  constraint bulk_items_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id),
  constraint bulk_items_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'skipped'::text, 'failed'::text])))
);
CREATE INDEX bulk_items_open ON bulk_items USING btree (bulk_id, seq) WHERE (outcome IS NULL);
CREATE TRIGGER bulk_items_never_removed BEFORE DELETE OR TRUNCATE ON bulk_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER bulk_items_stay_decided BEFORE UPDATE ON bulk_items FOR EACH ROW EXECUTE FUNCTION bulk_items_stay_decided();

create table cap_uses (
  lease_id uuid not null,
  step_id uuid not null,
  swap_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  wallet text not null,
  chain text not null,
  token text not null,
  provider text not null,
  receiver text not null,
  amount numeric(78,0) not null,
  decimals integer not null,
  usd_e18 numeric(78,0),
  closed boolean default false not null,
  rule text default ''::text not null,
  constraint cap_uses_pkey PRIMARY KEY (lease_id, step_id),
  constraint cap_uses_lease_id_fkey FOREIGN KEY (lease_id) REFERENCES leases(id),
  constraint cap_uses_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id),
  constraint cap_uses_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id),
  constraint cap_uses_amount_check CHECK ((amount >= (0)::numeric)),
  constraint cap_uses_usd_e18_check CHECK ((usd_e18 >= (0)::numeric))
);
CREATE INDEX cap_uses_recent ON cap_uses USING btree (at);
CREATE INDEX cap_uses_unsettled ON cap_uses USING btree (swap_id) WHERE (NOT closed);

create table chain_heads (
  chain text not null,
  latest bigint not null,
  final bigint not null,
  observed_at timestamp with time zone default now() not null,
  observations bigint default 0 not null,
  expired_up_to bigint,
  constraint chain_heads_pkey PRIMARY KEY (chain)
);

create table deliveries (
  id uuid not null,
  position bigint generated always as identity not null,
  webhook_id text not null,
  topic text not null,
  number bigint,
  item_id uuid,
  seq integer,
  state text default 'pending'::text not null,
  created_at timestamp with time zone default date_trunc('milliseconds'::text, now()) not null,
  due_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '1 day'::interval) not null,
  attempts integer default 0 not null,
  locked_by text,
  locked_until timestamp with time zone,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_once_per_item UNIQUE (webhook_id, number, item_id, seq),
  constraint deliveries_position_key UNIQUE ("position"),
  constraint deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX deliveries_by_item ON deliveries USING btree (item_id, "position") WHERE (item_id IS NOT NULL);
CREATE INDEX deliveries_by_webhook ON deliveries USING btree (webhook_id, "position");
CREATE INDEX deliveries_due ON deliveries USING btree (webhook_id, due_at) WHERE (state = 'pending'::text);
CREATE INDEX deliveries_failed ON deliveries USING btree (webhook_id, "position") WHERE (state = 'failed'::text);

create table delivery_attempts (
  delivery_id uuid not null,
  attempt integer not null,
  at timestamp with time zone not null,
  duration_ms integer not null,
  status integer,
  error text,
  constraint delivery_attempts_pkey PRIMARY KEY (delivery_id, attempt),
  constraint delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id)
);

create table deposit_payments (
  order_id uuid not null,
  tx_id text not null,
  index integer not null,
  amount numeric(78,0) not null,
  memo text,
  payer text,
  block_number numeric(78,0) not null,
  block_hash text not null,
  at timestamp with time zone not null,
  final boolean not null,
  on_chain boolean default true not null,
  told boolean default false not null,
  seen_at timestamp with time zone default now() not null,
  constraint deposit_payments_once PRIMARY KEY (order_id, tx_id, index),
  constraint deposit_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint deposit_payments_amount_check CHECK ((amount > (0)::numeric))
);
CREATE INDEX deposit_payments_by_transaction ON deposit_payments USING btree (lower(tx_id) COLLATE "C");
CREATE TRIGGER deposit_payments_never_removed BEFORE DELETE OR TRUNCATE ON deposit_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table event_feed (
  only_one boolean default true not null,
  transaction_offset bigint default 0 not null,
  constraint event_feed_pkey PRIMARY KEY (only_one),
  constraint event_feed_only_one_check CHECK (only_one)
);

create table events (
  swap_id uuid not null,
  seq integer not null,
  type text not null,
  at timestamp with time zone not null,
  data json not null,
  hash text not null,
  state text,
  funds_state text,
  transaction_number bigint default ((pg_current_xact_id())::text)::bigint not null,
  constraint events_pkey PRIMARY KEY (swap_id, seq),
  constraint events_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id)
);
CREATE INDEX events_feed ON events USING btree (transaction_number, swap_id, seq);
CREATE TRIGGER events_immutable BEFORE UPDATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_immutable();
CREATE TRIGGER events_never_removed BEFORE DELETE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER events_note_end AFTER INSERT ON events FOR EACH ROW WHEN ((new.state = ANY (ARRAY['settled'::text, 'refunded'::text, 'failed'::text, 'cancelled'::text, 'expired'::text]))) EXECUTE FUNCTION note_end_for_books();

create table heartbeats (
  instance text not null,
  roles text[] not null,
  started_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  live_until timestamp with time zone not null,
  router_outcome text,
  router_at timestamp with time zone,
  constraint heartbeats_pkey PRIMARY KEY (instance)
);

create table interventions (
  id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  by text not null,
  reason text not null,
  data jsonb not null,
  at timestamp with time zone default now() not null,
  constraint interventions_pkey PRIMARY KEY (id),
  constraint interventions_kind_check CHECK ((kind = ANY (ARRAY['journal_adopted'::text, 'wallet_unfrozen'::text, 'swap_resolved'::text])))
);
CREATE TRIGGER interventions_immutable BEFORE UPDATE ON interventions FOR EACH STATEMENT EXECUTE FUNCTION interventions_immutable();
CREATE TRIGGER interventions_never_removed BEFORE DELETE OR TRUNCATE ON interventions FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table journal_instance (
  only_one boolean default true not null,
  id uuid default gen_random_uuid() not null,
  committed bigint default 0 not null,
  epoch bigint default 0 not null,
  rolled_back_to bigint,
  constraint journal_instance_pkey PRIMARY KEY (only_one),
  constraint journal_instance_only_one_check CHECK (only_one)
);
CREATE TRIGGER journal_instance_never_removed BEFORE DELETE OR TRUNCATE ON journal_instance FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table lane_swaps (
  swap_id uuid not null,
  wallet_id uuid not null,
  chain text not null,
  priority integer not null,
  position bigint not null,
  deadline timestamp with time zone not null,
  has_slot boolean default false not null,
  entered_at timestamp with time zone default now() not null,
  constraint lane_swaps_pkey PRIMARY KEY (swap_id),
  constraint lane_swaps_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id),
  constraint lane_swaps_wallet_id_chain_fkey FOREIGN KEY (wallet_id, chain) REFERENCES lanes(wallet_id, chain)
);
CREATE INDEX lane_swaps_by_deadline ON lane_swaps USING btree (wallet_id, chain, deadline) WHERE (NOT has_slot);
CREATE INDEX lane_swaps_waiting ON lane_swaps USING btree (wallet_id, chain, priority DESC, "position") WHERE (NOT has_slot);
CREATE TRIGGER lane_entered AFTER INSERT ON lane_swaps FOR EACH ROW WHEN ((NOT new.has_slot)) EXECUTE FUNCTION lane_changed();
CREATE TRIGGER lane_left AFTER DELETE ON lane_swaps FOR EACH ROW EXECUTE FUNCTION lane_changed();
CREATE TRIGGER lane_slot_returned AFTER UPDATE ON lane_swaps FOR EACH ROW WHEN ((old.has_slot AND (NOT new.has_slot))) EXECUTE FUNCTION lane_changed();

create table lanes (
  wallet_id uuid not null,
  chain text not null,
  slots integer not null,
  together boolean not null,
  returned_at text not null,
  used integer default 0 not null,
  waiting integer default 0 not null,
  admitted bigint default 0 not null,
  admitting integer default 0 not null,
  admitted_at timestamp with time zone,
  has_backlog boolean default false not null,
  pace double precision,
  due_at timestamp with time zone,
  constraint lanes_pkey PRIMARY KEY (wallet_id, chain),
  constraint lanes_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  constraint lanes_returned_at_check CHECK ((returned_at = ANY (ARRAY['sent'::text, 'included'::text, 'proven'::text]))),
  constraint lanes_slots_check CHECK ((slots > 0)),
  constraint lanes_used_check CHECK ((used >= 0)),
  constraint lanes_waiting_check CHECK ((waiting >= 0))
);
CREATE INDEX lanes_due ON lanes USING btree (due_at);

create table lease_steps (
  lease_id uuid not null,
  step_id uuid not null,
  live boolean default true not null,
  constraint lease_steps_pkey PRIMARY KEY (lease_id, step_id),
  constraint lease_steps_lease_id_fkey FOREIGN KEY (lease_id) REFERENCES leases(id),
  constraint lease_steps_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id)
);
CREATE INDEX lease_steps_by_step ON lease_steps USING btree (step_id);
CREATE UNIQUE INDEX p3_one_living_lease_per_step ON lease_steps USING btree (step_id) WHERE live;
CREATE TRIGGER lease_steps_before_signature BEFORE INSERT ON lease_steps FOR EACH ROW EXECUTE FUNCTION lease_steps_before_signature();
CREATE TRIGGER lease_steps_live_until_closed BEFORE UPDATE ON lease_steps FOR EACH ROW EXECUTE FUNCTION lease_steps_live_until_closed();
CREATE TRIGGER lease_steps_only_after_void AFTER INSERT ON lease_steps FOR EACH ROW EXECUTE FUNCTION lease_steps_only_after_void();
CREATE TRIGGER lease_steps_shared_on_ton BEFORE INSERT ON lease_steps FOR EACH ROW EXECUTE FUNCTION lease_steps_shared_on_ton();
CREATE TRIGGER lost_attempts_stay_signed BEFORE INSERT ON lease_steps FOR EACH ROW EXECUTE FUNCTION lost_attempts_stay_signed();

create table leases (
  id uuid not null,
  position bigint generated always as identity not null,
  family text not null,
  chain text not null,
  wallet_id uuid not null,
  account text not null,
  nonce bigint,
  key text not null,
  native_token text not null,
  holder text not null,
  held_until timestamp with time zone not null,
  state text default 'held'::text not null,
  proof_id uuid,
  created_at timestamp with time zone default now() not null,
  expires bigint,
  check_at timestamp with time zone,
  checks integer default 0 not null,
  doubt jsonb,
  constraint leases_pkey PRIMARY KEY (id),
  constraint leases_family_unique UNIQUE (id, family, chain),
  constraint leases_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES proofs(id),
  constraint leases_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  constraint leases_closed_by_proof CHECK (((state <> ALL (ARRAY['consumed'::text, 'expired'::text, 'dead'::text])) OR (proof_id IS NOT NULL))),
  constraint leases_doubted_when_closed CHECK (((doubt IS NULL) OR (state = ANY (ARRAY['consumed'::text, 'expired'::text, 'dead'::text])))),
  constraint leases_nonce_check CHECK ((nonce >= 0)),
  constraint leases_state_check CHECK ((state = ANY (ARRAY['held'::text, 'signed'::text, 'consumed'::text, 'expired'::text, 'dead'::text, 'void'::text]))),
  constraint leases_terms_of_family CHECK (
CASE family
    WHEN 'evm'::text THEN ((nonce IS NOT NULL) AND (expires IS NULL))
    WHEN 'bitcoin'::text THEN ((nonce IS NULL) AND (expires IS NULL))
    WHEN 'ton'::text THEN ((nonce IS NOT NULL) AND ((state = ANY (ARRAY['held'::text, 'void'::text])) OR (expires IS NOT NULL)))
    ELSE ((nonce IS NULL) AND ((state = ANY (ARRAY['held'::text, 'void'::text])) OR (expires IS NOT NULL)))
END)
);
CREATE INDEX leases_by_nonce ON leases USING btree (wallet_id, chain, nonce) WHERE (state <> 'void'::text);
CREATE INDEX leases_doubted ON leases USING btree (chain) WHERE (doubt IS NOT NULL);
CREATE INDEX leases_expiring ON leases USING btree (chain, expires) WHERE ((state = 'signed'::text) AND (expires IS NOT NULL));
CREATE UNIQUE INDEX leases_key_unique ON leases USING btree (chain, key) WHERE (state <> ALL (ARRAY['void'::text, 'expired'::text]));
CREATE INDEX leases_living ON leases USING btree (chain, wallet_id, nonce) WHERE (state = ANY (ARRAY['held'::text, 'signed'::text]));
CREATE UNIQUE INDEX leases_one_at_a_time ON leases USING btree (wallet_id, chain) WHERE ((family = ANY (ARRAY['ton'::text, 'bitcoin'::text])) AND (state = ANY (ARRAY['held'::text, 'signed'::text])));
CREATE UNIQUE INDEX leases_one_held_per_account ON leases USING btree (wallet_id, chain) WHERE (state = 'held'::text);
CREATE INDEX leases_to_check ON leases USING btree (chain, check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX leases_void ON leases USING btree (wallet_id, chain, nonce) WHERE (state = 'void'::text);
CREATE TRIGGER leases_expire_once BEFORE UPDATE OF expires ON leases FOR EACH ROW EXECUTE FUNCTION leases_expire_once();
CREATE TRIGGER leases_immutable BEFORE UPDATE OF id, family, chain, wallet_id, account, nonce, key ON leases FOR EACH ROW EXECUTE FUNCTION leases_immutable();
CREATE TRIGGER leases_never_removed BEFORE DELETE OR TRUNCATE ON leases FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER leases_stay_closed BEFORE UPDATE OF state ON leases FOR EACH ROW EXECUTE FUNCTION leases_stay_closed();

create table legs (
  swap_id uuid not null,
  chain text not null,
  tx_id text not null,
  index integer not null,
  token text not null,
  amount numeric(78,0) not null,
  role text not null,
  level text not null,
  created_at timestamp with time zone default now() not null,
  released boolean default false not null,
  constraint legs_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id),
  constraint legs_amount_check CHECK ((amount > (0)::numeric)),
  constraint legs_level_check CHECK ((level = ANY (ARRAY['verified'::text, 'inferred'::text, 'router-reported'::text, 'operator-reported'::text, 'disputed'::text]))),
  constraint legs_role_check CHECK ((role = ANY (ARRAY['payout'::text, 'refund'::text])))
);
CREATE INDEX legs_by_swap ON legs USING btree (swap_id);
CREATE INDEX legs_by_transaction ON legs USING btree (chain, transaction_key(tx_id));
CREATE UNIQUE INDEX legs_one_swap_per_transfer ON legs USING btree (chain, transaction_key(tx_id), index) WHERE (NOT released);
CREATE TRIGGER legs_immutable BEFORE UPDATE OF swap_id, chain, tx_id, index, token, amount, role ON legs FOR EACH ROW EXECUTE FUNCTION legs_immutable();
CREATE TRIGGER legs_never_removed BEFORE DELETE OR TRUNCATE ON legs FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER released_legs_stay_released BEFORE UPDATE OF released ON legs FOR EACH ROW EXECUTE FUNCTION released_legs_stay_released();

create table lost_attempts (
  chain text not null,
  tx_id text not null,
  instance_id uuid not null,
  account text not null,
  nonce bigint,
  swap_id uuid not null,
  idem_key text not null,
  retries jsonb not null,
  step_kind text not null,
  attempt_kind text not null,
  signed_at timestamp with time zone not null,
  found_at timestamp with time zone default now() not null,
  adopted_at timestamp with time zone,
  sequence bigint default 0 not null,
  payment jsonb,
  replay jsonb,
  imported_at timestamp with time zone,
  refused text,
  constraint lost_attempts_pkey PRIMARY KEY (chain, tx_id, swap_id),
  constraint lost_attempts_imported_or_adopted CHECK (((imported_at IS NULL) OR (adopted_at IS NULL)))
);
CREATE INDEX lost_attempts_by_account ON lost_attempts USING btree (chain, lower(account), nonce);
CREATE INDEX lost_attempts_not_imported ON lost_attempts USING btree (swap_id) WHERE (imported_at IS NULL);
CREATE INDEX lost_attempts_open ON lost_attempts USING btree (sequence) WHERE ((adopted_at IS NULL) AND (imported_at IS NULL));
CREATE TRIGGER lost_attempts_never_removed BEFORE DELETE OR TRUNCATE ON lost_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table low_gas (
  wallet text not null,
  family text not null,
  chain text not null,
  is_low boolean not null,
  constraint low_gas_pkey PRIMARY KEY (wallet, family, chain)
);

create table notices (
  id uuid default gen_random_uuid() not null,
  transaction_number bigint not null,
  type text not null,
  at timestamp with time zone default date_trunc('milliseconds'::text, now()) not null,
  wallet text,
  chain text,
  data jsonb not null,
  constraint notices_pkey PRIMARY KEY (id)
);
CREATE INDEX notices_feed ON notices USING btree (transaction_number, id);
CREATE INDEX notices_of_budgets ON notices USING btree (((data ->> 'budget'::text)), at) WHERE (type = 'budget_nearly_used'::text);
CREATE TRIGGER notices_immutable BEFORE UPDATE ON notices FOR EACH STATEMENT EXECUTE FUNCTION notices_immutable();
CREATE TRIGGER notices_never_removed BEFORE DELETE OR TRUNCATE ON notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table observed_transfers (
  chain text not null,
  tx_id text not null,
  index integer not null,
  observed_at timestamp with time zone default clock_timestamp() not null,
  constraint observed_transfers_once PRIMARY KEY (chain, tx_id, index)
);
CREATE TRIGGER observed_transfers_never_removed BEFORE DELETE OR TRUNCATE ON observed_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table observers (
  chain text not null,
  holder text not null,
  held_until timestamp with time zone not null,
  constraint observers_pkey PRIMARY KEY (chain)
);

create table orders (
  id uuid not null,
  swap_id uuid not null,
  quote_id text not null,
  provider text not null,
  swap_type text not null,
  spender text,
  min_out numeric(78,0) not null,
  quoted_min_out numeric(78,0) not null,
  expected_out numeric(78,0) not null,
  declared_fee numeric(78,0) not null,
  destination_anchor bigint not null,
  quoted_at timestamp with time zone not null,
  requested_at timestamp with time zone,
  transaction jsonb,
  echo jsonb,
  sign_by timestamp with time zone,
  good_until timestamp with time zone,
  open boolean default true not null,
  quote_raw json,
  swap_raw json,
  created_at timestamp with time zone default now() not null,
  expected_duration bigint,
  exchange_id text,
  deposit_chain text,
  deposit_address text,
  deposit_account text,
  deposit_memo text,
  deposit_amount numeric(78,0),
  deposit_anchor numeric(78,0),
  deposit_looked numeric(78,0),
  deposit_looked_at timestamp with time zone,
  deposit_watched_until timestamp with time zone,
  deposit_seen_until timestamp with time zone,
  archive text,
  expected_usd numeric(17,2),
  signals jsonb,
  deposit_once text,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_quote_id_unique UNIQUE (quote_id),
  constraint orders_archive_fkey FOREIGN KEY (archive) REFERENCES archives(name),
  constraint orders_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id),
  constraint orders_deposit_amount_check CHECK ((deposit_amount > (0)::numeric)),
  constraint orders_deposit_whole CHECK (((num_nonnulls(exchange_id, deposit_chain, deposit_address, deposit_account, deposit_amount) = ANY (ARRAY[0, 5])) AND ((deposit_memo IS NULL) OR (exchange_id IS NOT NULL)))),
  constraint orders_expected_duration_check CHECK ((expected_duration >= 0))
);
CREATE INDEX orders_by_deposit_address ON orders USING btree (lower(deposit_address) COLLATE "C") WHERE (deposit_address IS NOT NULL);
CREATE INDEX orders_by_number ON orders USING btree (lower(exchange_id) COLLATE "C") WHERE (exchange_id IS NOT NULL);
CREATE INDEX orders_by_swap ON orders USING btree (swap_id);
CREATE UNIQUE INDEX orders_deposit_once ON orders USING btree (deposit_once);
CREATE UNIQUE INDEX orders_deposit_place_unique ON orders USING btree (deposit_chain, deposit_account, COALESCE(deposit_memo, ''::text)) WHERE (open AND (deposit_account IS NOT NULL));
CREATE UNIQUE INDEX orders_exchange_id_unique ON orders USING btree (lower(provider), exchange_id);
CREATE UNIQUE INDEX orders_one_open_per_swap ON orders USING btree (swap_id) WHERE open;
CREATE INDEX orders_watched ON orders USING btree (deposit_chain, deposit_watched_until) WHERE (deposit_watched_until IS NOT NULL);
CREATE TRIGGER orders_deposit_stays BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_deposit_stays();
CREATE TRIGGER orders_never_removed BEFORE DELETE OR TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table outpoints (
  chain text not null,
  outpoint text not null,
  lease_id uuid not null,
  position bigint generated always as identity not null,
  live boolean default true not null,
  spent_at_final boolean default false not null,
  added boolean default false not null,
  constraint outpoints_pkey PRIMARY KEY (lease_id, outpoint),
  constraint outpoints_lease_id_fkey FOREIGN KEY (lease_id) REFERENCES leases(id)
);
CREATE UNIQUE INDEX outpoints_one_lease_each ON outpoints USING btree (chain, outpoint) WHERE live;
CREATE TRIGGER outpoints_never_removed BEFORE DELETE OR TRUNCATE ON outpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER outpoints_terms_before_signature BEFORE INSERT ON outpoints FOR EACH ROW EXECUTE FUNCTION outpoints_terms_before_signature();
CREATE TRIGGER outpoints_terms_stay BEFORE UPDATE ON outpoints FOR EACH ROW EXECUTE FUNCTION outpoints_terms_stay();

create table proofs (
  id uuid not null,
  rule text not null,
  evidence jsonb not null,
  endpoints jsonb not null,
  anchor_number bigint,
  anchor_hash text,
  created_at timestamp with time zone default now() not null,
  supersedes uuid,
  constraint proofs_pkey PRIMARY KEY (id),
  constraint proofs_superseded_once UNIQUE (supersedes),
  constraint proofs_supersedes_fkey FOREIGN KEY (supersedes) REFERENCES proofs(id)
);
CREATE TRIGGER proofs_immutable BEFORE UPDATE ON proofs FOR EACH STATEMENT EXECUTE FUNCTION proofs_immutable();
CREATE TRIGGER proofs_never_removed BEFORE DELETE OR TRUNCATE ON proofs FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table reservations (
  lease_id uuid not null,
  step_id uuid not null,
  wallet_id uuid not null,
  chain text not null,
  token text not null,
  amount numeric(78,0) not null,
  included_block bigint,
  released boolean default false not null,
  constraint reservations_pkey PRIMARY KEY (lease_id, step_id, token),
  constraint reservations_lease_id_fkey FOREIGN KEY (lease_id) REFERENCES leases(id),
  constraint reservations_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id),
  constraint reservations_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  constraint reservations_amount_check CHECK ((amount >= (0)::numeric))
);
CREATE INDEX reservations_open ON reservations USING btree (wallet_id, chain, token) WHERE (NOT released);

create table search_terms (
  term text not null,
  position bigint not null,
  constraint search_terms_pkey PRIMARY KEY (term, "position")
);

create table sessions (
  hash text not null,
  key_id text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  seal text,
  constraint sessions_pkey PRIMARY KEY (hash),
  constraint sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
);
CREATE INDEX sessions_expires_at ON sessions USING btree (expires_at);

create table signing_logs (
  id uuid not null,
  host text not null,
  read_epoch bigint not null,
  registered_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  constraint signing_logs_pkey PRIMARY KEY (id)
);
CREATE TRIGGER signing_logs_never_removed BEFORE DELETE OR TRUNCATE ON signing_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table steps (
  id uuid not null,
  position bigint generated always as identity not null,
  swap_id uuid,
  order_id uuid,
  wallet_id uuid not null,
  chain text not null,
  kind text not null,
  generation integer not null,
  outcome text default 'open'::text not null,
  proof_id uuid,
  token text,
  spender text,
  allowance_value numeric(78,0),
  created_at timestamp with time zone default now() not null,
  disputed boolean default false not null,
  constraint steps_pkey PRIMARY KEY (id),
  constraint steps_generation_unique UNIQUE (swap_id, kind, generation),
  constraint steps_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint steps_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES proofs(id),
  constraint steps_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id),
  constraint steps_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  constraint steps_closed_by_proof CHECK (((outcome = 'open'::text) OR (proof_id IS NOT NULL))),
  constraint steps_generation_check CHECK ((generation >= 1)),
  constraint steps_kind_check CHECK ((kind = ANY (ARRAY['approve'::text, 'revoke'::text, 'swap'::text, 'deposit'::text, 'refund'::text, 'claim'::text]))),
  constraint steps_outcome_check CHECK ((outcome = ANY (ARRAY['open'::text, 'landed'::text, 'dead'::text, 'reverted_final'::text])))
);
CREATE UNIQUE INDEX p1_one_living_payment_per_swap ON steps USING btree (swap_id) WHERE ((kind = ANY (ARRAY['swap'::text, 'deposit'::text])) AND (outcome <> ALL (ARRAY['dead'::text, 'reverted_final'::text])));
CREATE UNIQUE INDEX p2_one_living_claim_or_refund_per_swap ON steps USING btree (swap_id) WHERE ((kind = ANY (ARRAY['claim'::text, 'refund'::text])) AND (outcome <> ALL (ARRAY['dead'::text, 'reverted_final'::text])));
CREATE INDEX steps_by_allowance ON steps USING btree (wallet_id, chain, token, spender) WHERE (token IS NOT NULL);
CREATE TRIGGER steps_never_removed BEFORE DELETE OR TRUNCATE ON steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER steps_pay_nothing_paid_by_hand BEFORE INSERT ON steps FOR EACH ROW EXECUTE FUNCTION steps_pay_nothing_paid_by_hand();
CREATE TRIGGER steps_stay_closed BEFORE UPDATE OF outcome, swap_id, kind, generation, disputed ON steps FOR EACH ROW EXECUTE FUNCTION steps_stay_closed();

create table swaps (
  id uuid not null,
  position bigint generated always as identity not null,
  idem_key text not null,
  body_hash text not null,
  retry_of uuid,
  job jsonb not null,
  wallet_id uuid not null,
  wallet_name text not null,
  from_chain text not null,
  to_chain text not null,
  to_token text not null,
  receiver text not null,
  state text not null,
  funds_state text not null,
  reason_code text,
  reason_message text,
  landed_order uuid,
  fee_spent numeric(78,0) default 0 not null,
  version integer not null,
  consecutive_failures integer default 0 not null,
  router_status text,
  router_destination_chain text,
  router_destination_tx_id text,
  router_asked_at timestamp with time zone,
  router_first_asked_at timestamp with time zone,
  settlement_level text,
  last_event_seq integer not null,
  last_event_hash text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  router_status_times jsonb default '{}'::jsonb not null,
  cancel_requested_at timestamp with time zone,
  ended_as text,
  last_event_transaction bigint default 0 not null,
  is_edit boolean default false not null,
  job_seal jsonb,
  held_until timestamp with time zone,
  constraint swaps_pkey PRIMARY KEY (id),
  constraint swaps_idem_key_unique UNIQUE (idem_key),
  constraint swaps_retry_of_unique UNIQUE (retry_of),
  constraint swaps_retry_of_fkey FOREIGN KEY (retry_of) REFERENCES swaps(id),
  constraint swaps_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  constraint swaps_ended_as CHECK (((ended_as IS NULL) OR ((state = 'needs_review'::text) AND (ended_as = ANY (ARRAY['settled'::text, 'refunded'::text, 'failed'::text, 'cancelled'::text, 'expired'::text]))))),
  constraint swaps_funds_state_check CHECK ((funds_state = ANY (ARRAY['untouched'::text, 'in_flight'::text, 'moved'::text, 'returned'::text, 'unknown'::text]))),
  constraint swaps_settlement_level_check CHECK ((settlement_level = ANY (ARRAY['verified'::text, 'inferred'::text, 'router-reported'::text, 'operator-reported'::text, 'disputed'::text]))),
  constraint swaps_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'quoted'::text, 'executing'::text, 'confirming'::text, 'settling'::text, 'awaiting_approval'::text, 'awaiting_deposit'::text, 'claiming'::text, 'refunding'::text, 'needs_review'::text, 'settled'::text, 'refunded'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX swaps_by_paid_receiver ON swaps USING btree (to_chain, receiver) WHERE (state = 'settled'::text);
CREATE INDEX swaps_by_payout ON swaps USING btree (to_chain, lower(receiver)) WHERE ((state <> ALL (ARRAY['settled'::text, 'refunded'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])) OR ((state = 'failed'::text) AND (funds_state = 'unknown'::text)) OR ((job ->> 'flow'::text) <> 'wallet'::text));
CREATE INDEX swaps_by_reason ON swaps USING btree (reason_code, "position") WHERE (reason_code IS NOT NULL);
CREATE INDEX swaps_by_refund_address ON swaps USING btree (from_chain, lower((job ->> 'refundAddress'::text))) WHERE ((state <> ALL (ARRAY['settled'::text, 'refunded'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])) OR ((state = 'failed'::text) AND (funds_state = 'unknown'::text)) OR ((job ->> 'flow'::text) <> 'wallet'::text));
CREATE INDEX swaps_by_state ON swaps USING btree (state, "position");
CREATE INDEX swaps_by_wallet_address ON swaps USING btree (from_chain, lower(((job -> 'wallet'::text) ->> 'address'::text))) WHERE ((state <> ALL (ARRAY['settled'::text, 'refunded'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])) OR ((state = 'failed'::text) AND (funds_state = 'unknown'::text)) OR ((job ->> 'flow'::text) <> 'wallet'::text));
CREATE INDEX swaps_failed_unknown ON swaps USING btree ("position") WHERE ((state = 'failed'::text) AND (funds_state = 'unknown'::text));
CREATE UNIQUE INDEX swaps_newest ON swaps USING btree ("position");
CREATE INDEX swaps_waiting_for_cap ON swaps USING btree ("position") WHERE (reason_code = 'CAP_REACHED'::text);
CREATE TRIGGER p5_retry_of_unpaid BEFORE INSERT ON swaps FOR EACH ROW EXECUTE FUNCTION p5_retry_of_unpaid();
CREATE TRIGGER swaps_are_found AFTER INSERT ON swaps FOR EACH ROW EXECUTE FUNCTION write_search_terms();
CREATE TRIGGER swaps_close_approvals AFTER UPDATE OF state ON swaps FOR EACH ROW WHEN (((old.state = ANY (ARRAY['awaiting_approval'::text, 'needs_review'::text])) AND (new.state <> old.state))) EXECUTE FUNCTION swaps_close_approvals();
CREATE TRIGGER swaps_edit_immutable BEFORE UPDATE OF is_edit ON swaps FOR EACH ROW EXECUTE FUNCTION swaps_edit_immutable();
CREATE TRIGGER swaps_edit_of_a_swap BEFORE INSERT ON swaps FOR EACH ROW WHEN (new.is_edit) EXECUTE FUNCTION swaps_edit_of_a_swap();
CREATE TRIGGER swaps_job_immutable BEFORE UPDATE OF id, idem_key, body_hash, job, retry_of ON swaps FOR EACH ROW EXECUTE FUNCTION swaps_job_immutable();
CREATE TRIGGER swaps_never_removed BEFORE DELETE OR TRUNCATE ON swaps FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER swaps_note_hold BEFORE UPDATE OF state ON swaps FOR EACH ROW WHEN (((old.state = 'awaiting_approval'::text) AND (new.state <> old.state))) EXECUTE FUNCTION swaps_note_hold();
CREATE TRIGGER swaps_seal_stays BEFORE UPDATE OF job_seal ON swaps FOR EACH ROW WHEN (((old.job_seal IS NOT NULL) AND (new.job_seal IS DISTINCT FROM old.job_seal))) EXECUTE FUNCTION swaps_seal_stays();

create table switches (
  scope text not null,
  subject text not null,
  stopped boolean not null,
  changed_by text not null,
  reason text not null,
  changed_at timestamp with time zone default now() not null,
  constraint switches_pkey PRIMARY KEY (scope, subject),
  constraint switches_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'chain'::text, 'provider'::text, 'wallet'::text, 'lane'::text, 'rule'::text])))
);

create table timers (
  swap_id uuid not null,
  due_at timestamp with time zone not null,
  locked_by text,
  locked_until timestamp with time zone,
  constraint timers_pkey PRIMARY KEY (swap_id),
  constraint timers_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES swaps(id)
);
CREATE INDEX timers_due ON timers USING btree (due_at);

create table tokens (
  network text not null,
  address text not null,
  symbol text not null,
  decimals integer not null,
  read_at timestamp with time zone default now() not null,
  constraint tokens_once PRIMARY KEY (network, address),
  constraint tokens_decimals_check CHECK (((decimals >= 0) AND (decimals <= 255)))
);

create table treasury_balances (
  position bigint generated always as identity not null,
  wallet text not null,
  family text not null,
  account text not null,
  chain text not null,
  token text not null,
  symbol text not null,
  decimals integer not null,
  at timestamp with time zone not null,
  block numeric(78,0) not null,
  settled numeric(78,0) not null,
  in_flight numeric(78,0) not null,
  usd_e18 numeric(78,0),
  booked bigint,
  constraint treasury_balances_pkey PRIMARY KEY (wallet, family, chain, token, at),
  constraint treasury_balances_position_key UNIQUE ("position"),
  constraint treasury_balances_in_flight_check CHECK ((in_flight >= (0)::numeric)),
  constraint treasury_balances_settled_check CHECK ((settled >= (0)::numeric)),
  constraint treasury_balances_usd_e18_check CHECK ((usd_e18 > (0)::numeric))
);
CREATE INDEX treasury_balances_by_time ON treasury_balances USING btree (at, "position");
CREATE TRIGGER treasury_balances_immutable BEFORE UPDATE ON treasury_balances FOR EACH STATEMENT EXECUTE FUNCTION books_insert_only();
CREATE TRIGGER treasury_balances_never_removed BEFORE DELETE OR TRUNCATE ON treasury_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table treasury_drift (
  position bigint generated always as identity not null,
  wallet text not null,
  family text not null,
  chain text not null,
  token text not null,
  symbol text not null,
  decimals integer not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  before numeric(78,0) not null,
  after numeric(78,0) not null,
  expected numeric(78,0) not null,
  difference numeric(78,0) not null,
  tolerance numeric(78,0) not null,
  constraint treasury_drift_pkey PRIMARY KEY ("position"),
  constraint treasury_drift_wallet_family_chain_token_until_at_key UNIQUE (wallet, family, chain, token, until_at),
  constraint treasury_drift_adds_up CHECK ((difference = ((after - before) - expected)))
);
CREATE TRIGGER treasury_drift_immutable BEFORE UPDATE ON treasury_drift FOR EACH STATEMENT EXECUTE FUNCTION books_insert_only();
CREATE TRIGGER treasury_drift_never_removed BEFORE DELETE OR TRUNCATE ON treasury_drift FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table treasury_occurrences (
  rule_id text not null,
  instant timestamp with time zone not null,
  version integer not null,
  state text not null,
  code text,
  message text,
  missed_count integer,
  missed_from timestamp with time zone,
  jobs json,
  seal text,
  swaps uuid[] default '{}'::uuid[] not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint treasury_occurrences_pkey PRIMARY KEY (rule_id, instant),
  constraint treasury_occurrences_rule_id_version_fkey FOREIGN KEY (rule_id, version) REFERENCES treasury_rules(id, version),
  constraint treasury_occurrences_jobs CHECK (((num_nulls(jobs, seal) = ANY (ARRAY[0, 2])) AND ((jobs IS NOT NULL) = (state = ANY (ARRAY['acting'::text, 'submitted'::text, 'done'::text, 'failed'::text]))))),
  constraint treasury_occurrences_missed CHECK ((((state = 'missed'::text) = (missed_count IS NOT NULL)) AND ((missed_count IS NULL) = (missed_from IS NULL)))),
  constraint treasury_occurrences_reason CHECK (((code IS NULL) OR (message IS NOT NULL))),
  constraint treasury_occurrences_state_check CHECK ((state = ANY (ARRAY['missed'::text, 'skipped'::text, 'acting'::text, 'submitted'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX treasury_occurrences_by_instant ON treasury_occurrences USING btree (instant DESC, rule_id);
CREATE UNIQUE INDEX treasury_occurrences_one_open ON treasury_occurrences USING btree (rule_id) WHERE (state = ANY (ARRAY['acting'::text, 'submitted'::text]));
CREATE TRIGGER treasury_occurrences_never_removed BEFORE DELETE OR TRUNCATE ON treasury_occurrences FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER treasury_occurrences_stay BEFORE UPDATE ON treasury_occurrences FOR EACH ROW EXECUTE FUNCTION treasury_occurrences_stay();

create table treasury_rule_state (
  id text not null,
  version integer not null,
  paused_by text,
  paused_reason text,
  paused_at timestamp with time zone,
  failures integer default 0 not null,
  considered_until timestamp with time zone not null,
  last_acted_at timestamp with time zone,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint treasury_rule_state_pkey PRIMARY KEY (id),
  constraint treasury_rule_state_id_version_fkey FOREIGN KEY (id, version) REFERENCES treasury_rules(id, version),
  constraint treasury_rule_state_paused CHECK ((num_nulls(paused_by, paused_reason, paused_at) = ANY (ARRAY[0, 3])))
);
CREATE TRIGGER treasury_rule_state_never_removed BEFORE DELETE OR TRUNCATE ON treasury_rule_state FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table treasury_rules (
  id text not null,
  version integer not null,
  body json not null,
  hash text not null,
  author text not null,
  reason text not null,
  at timestamp with time zone not null,
  seal text not null,
  constraint treasury_rules_pkey PRIMARY KEY (id, version),
  constraint treasury_rules_version_check CHECK ((version > 0))
);
CREATE TRIGGER treasury_rules_never_removed BEFORE DELETE OR TRUNCATE ON treasury_rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER treasury_rules_stay BEFORE UPDATE ON treasury_rules FOR EACH ROW EXECUTE FUNCTION treasury_rules_stay();

create table wallet_chain (
  wallet_id uuid not null,
  chain text not null,
  next_nonce bigint,
  chain_nonce bigint,
  chain_nonce_block bigint not null,
  final_nonce bigint,
  accounted_nonce bigint,
  final_nonce_block bigint,
  final_nonce_hash text,
  compared_epoch bigint default 0 not null,
  constraint wallet_chain_pkey PRIMARY KEY (wallet_id, chain),
  constraint wallet_chain_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id)
);

create table wallets (
  id uuid not null,
  name text not null,
  family text not null,
  address text not null,
  key_ref text not null,
  frozen_reason text,
  created_at timestamp with time zone default now() not null,
  constraint wallets_pkey PRIMARY KEY (id),
  constraint wallets_name_unique UNIQUE (name, family)
);
CREATE UNIQUE INDEX wallets_address_unique ON wallets USING btree (family, (
CASE family
    WHEN 'evm'::text THEN lower(address)
    ELSE address
END));
CREATE TRIGGER wallets_frozen_notice AFTER UPDATE OF frozen_reason ON wallets FOR EACH ROW WHEN ((old.frozen_reason IS DISTINCT FROM new.frozen_reason)) EXECUTE FUNCTION notice_frozen_wallet();

create table webhook_cursor (
  only_one boolean default true not null,
  number bigint not null,
  id uuid not null,
  seq integer not null,
  constraint webhook_cursor_pkey PRIMARY KEY (only_one),
  constraint webhook_cursor_only_one_check CHECK (only_one)
);

create table webhooks (
  id text not null,
  url text not null,
  form text not null,
  name text,
  topics text[] not null,
  wallets text[],
  chains text[],
  enabled boolean default true not null,
  disabled_reason text,
  disabled_at timestamp with time zone,
  failing_since timestamp with time zone,
  sealed_secret text not null,
  sealed_old_secret text,
  old_secret_until timestamp with time zone,
  since bigint not null,
  created_at timestamp with time zone default now() not null,
  created_by text not null,
  deleted_at timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_deleted_is_disabled CHECK (((deleted_at IS NULL) OR (NOT enabled))),
  constraint webhooks_disabled_with_reason CHECK ((enabled OR (disabled_reason IS NOT NULL))),
  constraint webhooks_form_check CHECK ((form = ANY (ARRAY['standard'::text, 'slack'::text])))
);

CREATE OR REPLACE FUNCTION api_keys_masked_only_view()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if new.masks is not null and new.scopes <> '{view}' then
        raise exception 'a key with masks has the scope view alone' using errcode = 'integrity_constraint_violation', constraint = 'api_keys_masked_only_view';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION approval_votes_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      raise exception 'a vote never changes' using errcode = 'integrity_constraint_violation', constraint = 'approval_votes_immutable';
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION approvals_stay_decided()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if (new.id, new.swap_id, new.item_key, new.kind) is distinct from (old.id, old.swap_id, old.item_key, old.kind)
        or new.item::text <> old.item::text then
        raise exception 'an approval is always about the same item' using errcode = 'integrity_constraint_violation', constraint = 'approvals_stay_decided';
      end if;
      if old.state = 'rejected' and new.state <> 'rejected' then
        raise exception 'what a person has rejected stays rejected' using errcode = 'integrity_constraint_violation', constraint = 'approvals_stay_decided';
      end if;
      if old.state <> 'open' and new.state not in (old.state, 'open') then
        raise exception 'only what is open is decided' using errcode = 'integrity_constraint_violation', constraint = 'approvals_stay_decided';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION attempt_steps_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      raise exception 'what a message pays for never changes' using errcode = 'integrity_constraint_violation', constraint = 'attempt_steps_immutable';
    end $function$;

CREATE OR REPLACE FUNCTION attempts_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin if (new.id, new.lease_id, new.chain, new.seq, new.kind, new.tx_id, new.bytes) is distinct from (old.id, old.lease_id, old.chain, old.seq, old.kind, old.tx_id, old.bytes) then raise exception 'this part of attempts never changes' using errcode = 'integrity_constraint_violation', constraint = 'attempts_immutable'; end if; return new; end $function$;

CREATE OR REPLACE FUNCTION attempts_under_living_lease()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if (select state from leases where id = new.lease_id for no key update) in ('consumed', 'expired', 'dead', 'void') then
        raise exception 'nothing is signed under a closed lease'
          using errcode = 'integrity_constraint_violation', constraint = 'attempts_under_living_lease';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION audit_log_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      raise exception 'the audit log never changes' using errcode = 'integrity_constraint_violation', constraint = 'audit_log_immutable';
    end $function$;

CREATE OR REPLACE FUNCTION books_insert_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      raise exception 'what is booked never changes' using errcode = 'integrity_constraint_violation', constraint = 'books_insert_only';
    end $function$;

CREATE OR REPLACE FUNCTION boosts_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
       raise exception 'a child of an attempt never changes'
         using errcode = 'integrity_constraint_violation', constraint = 'boosts_immutable';
     end $function$;

CREATE OR REPLACE FUNCTION bulk_items_stay_decided()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if old.outcome is not null or (new.bulk_id, new.seq, new.swap_id) is distinct from (old.bulk_id, old.seq, old.swap_id) then
        raise exception 'what a bulk action did never changes' using errcode = 'integrity_constraint_violation', constraint = 'bulk_items_stay_decided';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION doubted_swaps_sign_nothing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if new.kind <> 'cancel' and exists (
        select from lease_steps ls join steps st on st.id = ls.step_id
        join steps other on other.swap_id = st.swap_id and other.id <> st.id
        where ls.lease_id = new.lease_id and st.kind not in ('approve', 'revoke') and other.kind not in ('approve', 'revoke')
          and (other.disputed or exists (
            select from lease_steps theirs join leases l on l.id = theirs.lease_id
            where theirs.step_id = other.id and l.doubt is not null)))
      then
        raise exception 'nothing is signed for a swap while a proof of it is in doubt' using errcode = 'integrity_constraint_violation', constraint = 'doubted_swaps_sign_nothing';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION ended_swaps_sign_nothing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if new.kind <> 'cancel' and exists (
        select from lease_steps ls join steps st on st.id = ls.step_id join swaps s on s.id = st.swap_id
        where ls.lease_id = new.lease_id and ls.live and has_ended(s)
          -- What was signed long ago is written again, to be followed. The first attempt of a payment would be another payment.
          and not (coalesce(current_setting('ferryman.importing', true), '') = 'on'
            and (st.kind not in ('swap', 'deposit') or new.seq > 1)))
      then
        raise exception 'for a swap that has ended nothing is signed but a cancel' using errcode = 'integrity_constraint_violation', constraint = 'ended_swaps_sign_nothing';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION event_hash(previous text, swap uuid, seq integer, at timestamp with time zone, type text, data text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
      select encode(sha256(convert_to(previous || '{"at":' || floor(extract(epoch from at) * 1000)::bigint
        || ',"data":' || data || ',"seq":' || seq || ',"swapId":"' || swap || '","type":"' || type || '"}', 'UTF8')), 'hex')
    $function$;

CREATE OR REPLACE FUNCTION events_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception 'an event never changes' using errcode = 'integrity_constraint_violation', constraint = 'events_immutable'; return new; end $function$;

CREATE OR REPLACE FUNCTION has_ended(swap swaps)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
      select swap.state in ('settled', 'refunded', 'failed', 'cancelled', 'expired') or swap.ended_as is not null
    $function$;

CREATE OR REPLACE FUNCTION interventions_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      raise exception 'what a person decided never changes'
        using errcode = 'integrity_constraint_violation', constraint = 'interventions_immutable';
    end $function$;

CREATE OR REPLACE FUNCTION is_lost(lost lost_attempts)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
      select lost.imported_at is null
        and (lost.adopted_at is not null or coalesce(current_setting('ferryman.importing', true), '') <> 'on')
    $function$;

CREATE OR REPLACE FUNCTION is_of_lease(lost lost_attempts, lease leases)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
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
    $function$;

CREATE OR REPLACE FUNCTION lane_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION lease_steps_before_signature()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if (select state from leases where id = new.lease_id) <> 'held'
        and exists (select from lease_steps where lease_id = new.lease_id and step_id <> new.step_id)
      then
        raise exception 'a step joins a lease before something is signed under it' using errcode = 'integrity_constraint_violation', constraint = 'lease_steps_before_signature';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION lease_steps_live_until_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin if old.live and not new.live and (select state from leases where id = new.lease_id) in ('held', 'signed') then
      raise exception 'a lease serves its step until it is closed' using errcode = 'integrity_constraint_violation', constraint = 'lease_steps_live_until_closed';
    end if;
    if (new.lease_id, new.step_id) is distinct from (old.lease_id, old.step_id) then
      raise exception 'a lease never changes its step' using errcode = 'integrity_constraint_violation', constraint = 'lease_steps_live_until_closed';
    end if; return new; end $function$;

CREATE OR REPLACE FUNCTION lease_steps_only_after_void()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin if (select outcome from steps where id = new.step_id) <> 'open' or exists (
      select from lease_steps other join leases on leases.id = other.lease_id
      where other.step_id = new.step_id and other.lease_id <> new.lease_id and leases.state <> 'void')
    then
      raise exception 'a step that was signed gets no other lease; the next generation does' using errcode = 'integrity_constraint_violation', constraint = 'lease_steps_only_after_void';
    end if; return new; end $function$;

CREATE OR REPLACE FUNCTION lease_steps_shared_on_ton()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if (select family from leases where id = new.lease_id) <> 'ton'
        and exists (select from lease_steps where lease_id = new.lease_id and step_id <> new.step_id)
      then
        raise exception 'only a message of a TON wallet serves several steps' using errcode = 'integrity_constraint_violation', constraint = 'lease_steps_shared_on_ton';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION leases_expire_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if old.expires is not null and new.expires is distinct from old.expires then
        raise exception 'the end of a lease never changes'
          using errcode = 'integrity_constraint_violation', constraint = 'leases_expire_once';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION leases_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin if (new.id, new.family, new.chain, new.wallet_id, new.account, new.nonce, new.key) is distinct from (old.id, old.family, old.chain, old.wallet_id, old.account, old.nonce, old.key) then raise exception 'this part of leases never changes' using errcode = 'integrity_constraint_violation', constraint = 'leases_immutable'; end if; return new; end $function$;

CREATE OR REPLACE FUNCTION leases_stay_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if old.state in ('consumed', 'expired', 'dead', 'void') and new.state <> old.state
        and not (new.state in ('signed', 'consumed', 'expired', 'dead') and exists (
  select from proofs where id = new.proof_id and supersedes = old.proof_id and old.proof_id is not null))
      then
        raise exception 'a closed lease lives again only by a later proof' using errcode = 'integrity_constraint_violation', constraint = 'leases_stay_closed';
      end if;
      if new.state in ('held', 'void') and exists (select from attempts where lease_id = new.id) then
        raise exception 'a lease with a signed attempt ends by proof only' using errcode = 'integrity_constraint_violation', constraint = 'leases_void_without_attempts';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION legs_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin if (new.swap_id, new.chain, new.tx_id, new.index, new.token, new.amount, new.role) is distinct from (old.swap_id, old.chain, old.tx_id, old.index, old.token, old.amount, old.role) then raise exception 'this part of legs never changes' using errcode = 'integrity_constraint_violation', constraint = 'legs_immutable'; end if; return new; end $function$;

CREATE OR REPLACE FUNCTION lost_attempts_stay_signed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if exists (
        select from steps st join swaps s on s.id = st.swap_id
        join lost_attempts lost on is_lost(lost) and stands_for(lost, s)
        where st.id = new.step_id and lost.attempt_kind <> 'cancel'
          and ((st.kind in ('swap', 'deposit') and lost.step_kind in ('swap', 'deposit'))
            or (st.kind in ('claim', 'refund') and lost.step_kind in ('claim', 'refund'))))
      then
        raise exception 'a step that was signed in a lost history gets no lease' using errcode = 'integrity_constraint_violation', constraint = 'lost_attempts_stay_signed';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION note_end_for_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      insert into book_swaps (swap_id, end_seq, end_at) values (new.swap_id, new.seq, new.at)
      on conflict (swap_id) do update set end_seq = excluded.end_seq, end_at = excluded.end_at, tried_at = null
      where book_swaps.end_seq < excluded.end_seq;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION notice_frozen_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      insert into notices (transaction_number, type, wallet, data)
      select pg_current_xact_id()::text::bigint + transaction_offset,
        case when new.frozen_reason is null then 'wallet_unfrozen' else 'wallet_frozen' end, new.name,
        jsonb_strip_nulls(jsonb_build_object('family', new.family, 'reason', new.frozen_reason))
      from event_feed;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION notices_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      raise exception 'a notice never changes' using errcode = 'integrity_constraint_violation', constraint = 'notices_immutable';
    end $function$;

CREATE OR REPLACE FUNCTION orders_deposit_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if old.exchange_id is not null
        and (new.provider, new.exchange_id, new.deposit_chain, new.deposit_address, new.deposit_account, new.deposit_memo, new.deposit_amount)
          is distinct from
          (old.provider, old.exchange_id, old.deposit_chain, old.deposit_address, old.deposit_account, old.deposit_memo, old.deposit_amount)
      then
        raise exception 'where an order wants its deposit never changes'
          using errcode = 'integrity_constraint_violation', constraint = 'orders_deposit_stays';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION outpoints_terms_before_signature()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      -- Of a lease that is written in the same statement nothing is seen yet.
      if new.added is distinct from coalesce((select state from leases where id = new.lease_id), 'held') = 'signed' then
        raise exception 'a lease gets its coins before something is signed under it, and added ones after' using errcode = 'integrity_constraint_violation', constraint = 'outpoints_terms_before_signature';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION outpoints_terms_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if (new.chain, new.outpoint, new.lease_id, new.added) is distinct from (old.chain, old.outpoint, old.lease_id, old.added) then
        raise exception 'which coins a lease is of never changes' using errcode = 'integrity_constraint_violation', constraint = 'outpoints_terms_stay';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION p5_one_payment_per_chain_of_retries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
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
    end $function$;

CREATE OR REPLACE FUNCTION p5_retry_of_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if new.retry_of is null then return new; end if;
      if paying_swap(new.retry_of) is not null or not exists (
        select from swaps where id = new.retry_of and funds_state = 'untouched' and state in ('failed', 'expired', 'cancelled'))
      then
        raise exception 'a swap is retried by another one only after it has ended with nothing paid'
          using errcode = 'integrity_constraint_violation', constraint = 'p5_one_payment_per_chain_of_retries';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION paying_swap(latest uuid)
 RETURNS uuid
 LANGUAGE sql
AS $function$
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
        where is_lost(lost) and stands_for(lost, s)
          and lost.attempt_kind <> 'cancel' and lost.step_kind in ('swap', 'deposit'))
      limit 1
    $function$;

CREATE OR REPLACE FUNCTION principal_of(actor text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
      select coalesce((select 'API key ' || coalesce(k.principal, k.id) from api_keys k where 'API key ' || k.id = actor), actor)
    $function$;

CREATE OR REPLACE FUNCTION proofs_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception 'a proof never changes' using errcode = 'integrity_constraint_violation', constraint = 'proofs_immutable'; return new; end $function$;

CREATE OR REPLACE FUNCTION refuse_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    raise exception 'rows of % are never removed', tg_table_name
      using errcode = 'integrity_constraint_violation', constraint = tg_table_name || '_never_removed';
  end $function$;

CREATE OR REPLACE FUNCTION released_legs_stay_released()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if old.released and not new.released then
        raise exception 'a leg that was released is never taken back' using errcode = 'integrity_constraint_violation', constraint = 'released_legs_stay_released';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION requesters_of(swap uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
      with recursive tried(id, retry_of) as (
        select s.id, s.retry_of from swaps s where s.id = swap
        union
        select s.id, s.retry_of from swaps s join tried on s.id = tried.retry_of
      )
      select coalesce(array_agg(asked.by order by asked.at), '{}') from (
        select principal_of(e.data->>'by') as by, min(e.at) as at
        from tried join events e on e.swap_id = tried.id
        where e.type in ('swap_submitted', 'retried') and e.data->>'by' is not null
        group by 1
      ) asked
    $function$;

CREATE OR REPLACE FUNCTION signed_since(revived steps)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
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
    $function$;

CREATE OR REPLACE FUNCTION stands_for(lost lost_attempts, swap swaps)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
      select lost.swap_id = swap.id or lost.idem_key = swap.idem_key
        or lost.retries @> jsonb_build_array(jsonb_build_object('swapId', swap.id))
        or lost.retries @> jsonb_build_array(jsonb_build_object('idempotencyKey', swap.idem_key))
    $function$;

CREATE OR REPLACE FUNCTION steps_pay_nothing_paid_by_hand()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if new.kind in ('swap', 'deposit') and (select job->>'flow' from swaps where id = new.swap_id) = 'deposit-by-hand' then
        raise exception 'a swap that is paid by hand signs no payment'
          using errcode = 'integrity_constraint_violation', constraint = 'steps_pay_nothing_paid_by_hand';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION steps_stay_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if old.outcome <> 'open' and new.outcome <> old.outcome then
        if not exists (
  select from proofs where id = new.proof_id and supersedes = old.proof_id and old.proof_id is not null) then
          raise exception 'a closed step changes only by a later proof' using errcode = 'integrity_constraint_violation', constraint = 'steps_stay_closed';
        end if;
        if old.outcome in ('dead', 'reverted_final') and new.outcome in ('open', 'landed') and signed_since(old) then
          raise exception 'what came to nothing is not revived beside another payment' using errcode = 'integrity_constraint_violation', constraint = 'steps_revived_alone';
        end if;
      end if;
      if (new.swap_id, new.kind, new.generation) is distinct from (old.swap_id, old.kind, old.generation) then
        raise exception 'a step never becomes another step' using errcode = 'integrity_constraint_violation', constraint = 'steps_stay_closed';
      end if;
      if new.outcome <> 'open' and exists (select from lease_steps where step_id = new.id and live) then
        raise exception 'a step with a living lease does not close' using errcode = 'integrity_constraint_violation', constraint = 'steps_open_while_leased';
      end if;
      if old.disputed and not new.disputed then
        raise exception 'what two proofs contradict each other about stays in dispute' using errcode = 'integrity_constraint_violation', constraint = 'steps_stay_disputed';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION swaps_close_approvals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      update approvals set state = case when expires_at <= now() then 'expired' else 'withdrawn' end
      where swap_id = new.id and state = 'open';
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION swaps_edit_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if new.is_edit is distinct from old.is_edit then
        raise exception 'this part of swaps never changes' using errcode = 'integrity_constraint_violation', constraint = 'swaps_edit_immutable';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION swaps_edit_of_a_swap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if new.retry_of is null then
        raise exception 'an edit names the swap whose place it takes' using errcode = 'integrity_constraint_violation', constraint = 'swaps_edit_of_a_swap';
      end if;
      if exists (select from swaps s where s.id = new.retry_of and s.job->>'flow' = 'deposit-by-hand') then
        raise exception 'a person may still pay the deposit of the swap' using errcode = 'integrity_constraint_violation', constraint = 'swaps_edit_of_no_manual_deposit';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION swaps_job_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin if (new.id, new.idem_key, new.body_hash, new.job, new.retry_of) is distinct from (old.id, old.idem_key, old.body_hash, old.job, old.retry_of) then raise exception 'this part of swaps never changes' using errcode = 'integrity_constraint_violation', constraint = 'swaps_job_immutable'; end if; return new; end $function$;

CREATE OR REPLACE FUNCTION swaps_note_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      new.held_until = date_trunc('milliseconds', now());
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION swaps_seal_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      raise exception 'the seal of a job never changes' using errcode = 'integrity_constraint_violation', constraint = 'swaps_seal_stays';
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION terms_of(swap swaps)
 RETURNS TABLE(term text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
      select distinct left(t.term, 200) from (
        select own.term from (values ('s:' || lower(swap.idem_key)), ('s:' || lower(swap.receiver)),
          (case when swap.job->>'refundAddress' <> swap.job->'wallet'->>'address' then 's:' || lower(swap.job->>'refundAddress') end),
          ('w:' || swap.wallet_name), ('w:' || split_part(swap.wallet_name, '/', 1)),
          ('c:' || swap.from_chain), ('c:' || swap.to_chain)) own(term)
        union all
        select kind.term from (
          select key, value from jsonb_each_text(swap.job->'metadata') order by key limit 32
        ) entry cross join lateral (values ('s:' || lower(value)), ('m:' || key || '=' || value)) kind(term)
      ) t where t.term is not null
    $function$;

CREATE OR REPLACE FUNCTION transaction_key(tx_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
      select ltrim(regexp_replace(lower(tx_id), '^0x', ''), '0')
    $function$;

CREATE OR REPLACE FUNCTION treasury_occurrences_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if (new.rule_id, new.instant, new.version, new.jobs::text, new.seal, new.begun_at)
        is distinct from (old.rule_id, old.instant, old.version, old.jobs::text, old.seal, old.begun_at) then
        raise exception 'the jobs of an occurrence are frozen' using errcode = 'integrity_constraint_violation', constraint = 'treasury_occurrences_stay';
      end if;
      if old.state not in ('acting', 'submitted') then
        raise exception 'an occurrence that has ended never changes' using errcode = 'integrity_constraint_violation', constraint = 'treasury_occurrences_stay';
      end if;
      if not new.swaps @> old.swaps then
        raise exception 'an occurrence keeps its swaps' using errcode = 'integrity_constraint_violation', constraint = 'treasury_occurrences_stay';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION treasury_rules_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      raise exception 'a version of a rule never changes' using errcode = 'integrity_constraint_violation', constraint = 'treasury_rules_stay';
    end $function$;

CREATE OR REPLACE FUNCTION write_search_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      insert into search_terms (term, position) select term, new.position from terms_of(new);
      return null;
    end $function$;

// The statements that make the swaps of `fill-history.ts`.

export const historyChains = ['ETH', 'POLYGON', 'ARBITRUM', 'BSC', 'BASE'] as const;
const historyWallets = 20;
/** About two thirds of so many newest swaps are open. */
const newest = 3_000;

/** The position of each in `made`, the table of what the copies are. */
const states = `case
  when total - n < ${newest} and pg_temp.share(n, 2) < 0.66 then (array['requested', 'requested', 'requested', 'quoted',
    'executing', 'executing', 'confirming', 'confirming', 'confirming', 'settling', 'settling', 'settling',
    'settling', 'awaiting_deposit', 'awaiting_approval', 'refunding'])[1 + floor(pg_temp.share(n, 3) * 16)::int]
  when pg_temp.share(n, 2) < 0.0002 then 'needs_review'
  when pg_temp.share(n, 2) < 0.03 then 'failed'
  when pg_temp.share(n, 2) < 0.04 then 'expired'
  when pg_temp.share(n, 2) < 0.05 then 'refunded'
  when pg_temp.share(n, 2) < 0.055 then 'cancelled'
  else 'settled' end`;

const fundsStates = `case
  when state in ('executing', 'confirming') then 'in_flight'
  when state in ('settling', 'settled') then 'moved'
  when state in ('refunding', 'refunded') then 'returned'
  when state = 'needs_review' then 'unknown'
  when state = 'failed' and pg_temp.share(n, 4) < 0.02 then 'unknown'
  else 'untouched' end`;

/** Few codes are frequent, and many are rare. */
const codes = [
  ...['ROUTER_NO_ROUTE', 'QUOTE_BELOW_MINIMUM', 'INSUFFICIENT_BALANCE', 'TRANSACTION_REVERTS'],
  ...['PAYMENT_REVERTED', 'ORDERS_SPENT', 'GUARD_REJECTED', 'FEE_TOO_HIGH', 'APPROVAL_FAILED'],
  ...['ORDER_ANSWER_LOST', 'RETRIES_SPENT', 'SIMULATION_UNSETTLED'],
];
const reasons = `case state
  when 'failed' then (array[${codes.map((code) => `'${code}'`).join(', ')}])[1 + floor(power(pg_temp.share(n, 5), 2) * ${codes.length})::int]
  when 'expired' then case when pg_temp.share(n, 5) < 0.8 then 'DEADLINE_PASSED' else 'DEPOSIT_NOT_SEEN' end
  when 'refunded' then 'PAYMENT_REVERTED'
  when 'cancelled' then 'CANCELLED'
  when 'needs_review' then (array['SETTLEMENT_OVERDUE', 'ROUTER_STATUS_NEEDS_PERSON', 'FUNDS_UNKNOWN', 'PAID_IN_OTHER_TOKEN'])[1 + floor(pg_temp.share(n, 5) * 4)::int]
  when 'requested' then case when pg_temp.share(n, 5) < 0.05 then 'ROUTER_UNAVAILABLE' end
end`;

/** The first ones have most of the swaps; the last, one of some thousand. */
const providers = ['across', 'relay', 'lifi', 'stargate_v2', 'near_intents', 'dln', 'symbiosis'];
const provider = `case when pg_temp.share(n, 6) < 0.0003 then 'wormhole'
  else (array[${providers.map((name) => `'${name}'`).join(', ')}])[1 + floor(power(pg_temp.share(n, 6), 2) * ${providers.length})::int] end`;

const uuid = (what: string): string => `md5('${what}' || n)::uuid`;
const chainAt = (expression: string): string =>
  `(array[${historyChains.map((chain) => `'${chain}'`).join(', ')}])[1 + floor(${expression} * ${historyChains.length})::int]`;

/** A number from 0 below 1 that only the arguments decide. */
export const share = `create function pg_temp.share(n bigint, salt int) returns float8 language sql immutable as
  $$ select (hashint8extended(n, salt) & 1048575)::float8 / 1048576 $$`;

/** What the copies from $1 to $2 of $3 are; $4 are the seconds between two of them. */
export const made = `create temporary table made on commit drop as
  select numbered.*, ${fundsStates} as funds_state, ${reasons} as reason_code,
    case when state in ('settled', 'refunded', 'failed', 'cancelled', 'expired', 'needs_review')
      then created_at + (20 + power(pg_temp.share(n, 7), 6) * 20000) * interval '1 second' else created_at + interval '10 seconds' end as updated_at
  from (
    select n, ${states} as state, ${uuid('swap')} as id, ${uuid('order')} as order_id, ${uuid('step')} as step_id,
      ${uuid('lease')} as lease_id, ${uuid('attempt')} as attempt_id, ${uuid('proof')} as proof_id,
      '0x' || md5('tx' || n) || md5('hash' || n) as tx_id, ${chainAt('pg_temp.share(n, 8)')} as from_chain,
      ${chainAt('pg_temp.share(n, 9)')} as to_chain, 1 + floor(power(pg_temp.share(n, 10), 2) * ${historyWallets})::int as wallet,
      '0x' || substr(md5('receiver' || n % 200000) || md5('of' || n % 200000), 1, 40) as receiver,
      ${provider} as provider, now() - (total - n + 1) * $4::float8 * interval '1 second' as created_at
    from generate_series($1::bigint, $2::bigint) n cross join (select $3::bigint as total) everything
  ) numbered`;

const ofTemplate = (table: string): string => {
  const sources: Record<string, string> = {
    swaps: `(select * from swaps where id = $1::uuid)`,
    orders: `(select * from orders where swap_id = $1::uuid order by created_at limit 1)`,
    attempts: `(select a.* from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
      where st.swap_id = $1::uuid and st.kind in ('swap', 'deposit') order by a.seq limit 1)`,
    leases: `(select l.* from steps st join lease_steps ls on ls.step_id = st.id join leases l on l.id = ls.lease_id
      where st.swap_id = $1::uuid and st.kind in ('swap', 'deposit') limit 1)`,
    steps: `(select * from steps where swap_id = $1::uuid and kind in ('swap', 'deposit') limit 1)`,
  };
  return `${sources[table]} t`;
};

const hasSigned = `made.state not in ('requested', 'quoted', 'awaiting_deposit', 'expired', 'cancelled') and (made.state <> 'failed' or made.funds_state = 'unknown')`;

/** $1: the template; $2: so many newest swaps keep what the routing service answered. */
export const inserts = [
  `with added as (insert into swaps (id, idem_key, body_hash, job, wallet_id, wallet_name, from_chain, to_chain, to_token, receiver, state,
     funds_state, reason_code, reason_message, version, last_event_seq, last_event_hash, created_at, updated_at, landed_order)
   select made.id, 'payout-' || n, t.body_hash, t.job || jsonb_build_object(
       'metadata', jsonb_build_object('team', 'team-' || n % 12, 'invoice', 'INV-' || n, 'customer', 'c-' || n % 40000),
       'from', t.job->'from' || jsonb_build_object('chain', made.from_chain), 'receiver', made.receiver,
       'to', t.job->'to' || jsonb_build_object('chain', made.to_chain),
       'wallet', t.job->'wallet' || jsonb_build_object('name', 'treasury-' || made.wallet)),
     md5('wallet' || made.wallet)::uuid, 'treasury-' || made.wallet, made.from_chain, made.to_chain, t.to_token, made.receiver, made.state,
     made.funds_state, made.reason_code, case when made.reason_code is not null then 'why ' || n end,
     9, t.last_event_seq, t.last_event_hash, made.created_at, made.updated_at, case when made.state = 'settled' then made.order_id end
   from made cross join ${ofTemplate('swaps')} order by n returning swaps as swap)
   insert into search_terms (term, position)
   select found.term, (added.swap).position from added cross join lateral terms_of(added.swap) found`,
  `insert into orders (id, swap_id, quote_id, provider, swap_type, min_out, quoted_min_out, expected_out, declared_fee,
     destination_anchor, quoted_at, requested_at, transaction, open, quote_raw, swap_raw, created_at)
   select made.order_id, made.id, made.order_id::text, made.provider, t.swap_type, t.min_out, t.quoted_min_out, t.expected_out, t.declared_fee,
     t.destination_anchor, made.created_at, made.created_at, t.transaction, made.reason_code is null and made.state in ('quoted', 'executing', 'confirming', 'settling'),
     case when total - n < $2::bigint then t.quote_raw end, case when total - n < $2::bigint then t.swap_raw end, made.created_at
   from made cross join ${ofTemplate('orders')} cross join (select $3::bigint as total) everything
   where made.state <> 'requested' and coalesce(made.reason_code, '') <> 'ROUTER_NO_ROUTE'`,
  `insert into events (swap_id, seq, type, at, data, hash, state, funds_state)
   select made.id, seq, type, made.created_at + seq * interval '3 seconds', data, md5(n || '/' || seq) || md5(seq || '/' || n), t.state, t.funds_state
   from made cross join (select * from events where swap_id = $1::uuid and seq <= $2::int) t`,
  `insert into steps (id, swap_id, order_id, wallet_id, chain, kind, generation, outcome, proof_id, created_at)
   select made.step_id, made.id, made.order_id, md5('wallet' || made.wallet)::uuid, made.from_chain, t.kind, 1,
     case when made.state in ('settled', 'settling') then 'landed' else 'open' end,
     case when made.state in ('settled', 'settling') then made.proof_id end, made.created_at
   from made cross join ${ofTemplate('steps')} where ${hasSigned}`,
  `insert into leases (id, family, chain, wallet_id, account, nonce, key, native_token, holder, held_until, state, proof_id, created_at)
   select made.lease_id, t.family, made.from_chain, md5('wallet' || made.wallet)::uuid, t.account, n, t.key || '/' || n, t.native_token, t.holder,
     made.created_at, case when made.state in ('executing', 'confirming') then 'signed' else 'consumed' end, made.proof_id, made.created_at
   from made cross join ${ofTemplate('leases')} where ${hasSigned}`,
  `insert into lease_steps (lease_id, step_id, live) select made.lease_id, made.step_id, made.state in ('executing', 'confirming') from made where ${hasSigned}`,
  `insert into attempts (id, lease_id, family, chain, seq, kind, tx_id, bytes, fee, signed_at, sent_at, status, block_number, block_hash, succeeded, fee_paid)
   select made.attempt_id, made.lease_id, t.family, made.from_chain, 1, t.kind, made.tx_id, t.bytes, t.fee, made.created_at, made.created_at,
     case when ended then 'final' else 'pending' end, case when ended then n end, case when ended then made.tx_id end,
     case when ended then true end, case when ended then 21000 end
   from (select *, made.state not in ('executing', 'confirming') as ended from made) made
   cross join ${ofTemplate('attempts')} where ${hasSigned}`,
  `insert into proofs (id, rule, evidence, endpoints, created_at)
   select made.proof_id, 'receipt', '{"blocks": 64}', '["one.example", "two.example"]', made.created_at from made where ${hasSigned} and made.state not in ('executing', 'confirming')`,
  `insert into legs (swap_id, chain, tx_id, index, token, amount, role, level, created_at)
   select made.id, made.to_chain, '0x' || md5('payout' || n) || md5('leg' || n), 0, '0x0000000000000000000000000000000000000001', 1000000 + n, 'payout', 'verified', made.updated_at
   from made where made.state = 'settled'`,
  `insert into timers (swap_id, due_at) select made.id, now() + interval '1 year' from made
   where made.state in ('quoted', 'executing', 'confirming', 'settling', 'awaiting_deposit', 'awaiting_approval', 'refunding')`,
  `insert into lane_swaps (swap_id, wallet_id, chain, priority, position, deadline, has_slot, entered_at)
   select made.id, md5('wallet' || made.wallet)::uuid, made.from_chain, 0, n, now() + interval '1 hour', made.state <> 'requested', made.created_at
   from made where made.state in ('requested', 'quoted', 'executing', 'confirming')`,
];

/** Wallets, their lanes and balances; webhooks with deliveries; what operators did. */
export const surroundings = [
  `insert into wallets (id, name, family, address, key_ref)
   select md5('wallet' || n)::uuid, 'treasury-' || n, 'evm', '0x' || substr(md5('address' || n) || md5('a' || n), 1, 40), 'k-' || n
   from generate_series(1, ${historyWallets}) n on conflict do nothing`,
  `insert into lanes (wallet_id, chain, slots, together, returned_at)
   select md5('wallet' || n)::uuid, chain, 16, false, 'included'
   from generate_series(1, ${historyWallets}) n cross join unnest($1::text[]) chain on conflict do nothing`,
  `insert into assets (wallet_id, chain, token, balance, block)
   select md5('wallet' || n)::uuid, chain, token, 1000000000::numeric * n, 1
   from generate_series(1, ${historyWallets}) n cross join unnest($1::text[]) chain
   cross join (select 'native' as token union all select '0x' || repeat('0', 39) || k from generate_series(1, 3) k) tokens on conflict do nothing`,
];

export const afterwards = [
  `update lanes set used = counted.used, waiting = counted.waiting from (
     select wallet_id, chain, count(*) filter (where has_slot)::int as used, count(*) filter (where not has_slot)::int as waiting
     from lane_swaps group by wallet_id, chain) counted
   where counted.wallet_id = lanes.wallet_id and counted.chain = lanes.chain`,
  `insert into webhooks (id, url, form, topics, sealed_secret, since, created_by, enabled, disabled_reason)
   select 'wh_00000000000' || n, 'https://hooks.example/' || n, 'standard', array['swap.settled'], '', 0, 'API key k', false, 'a copy'
   from generate_series(1, 3) n`,
  // What the retention leaves: a fifth of the swaps have a delivery.
  `insert into deliveries (id, webhook_id, topic, number, item_id, seq, state, created_at, due_at, attempts)
   select md5('delivery' || s.position)::uuid, 'wh_00000000000' || s.position % 3 + 1, 'swap.settled', s.position, s.id, 9,
     case when s.position % 5000 = 0 then 'failed' else 'delivered' end, s.updated_at, s.updated_at, 1
   from swaps s where s.position > (select max(position) - $1::bigint / 5 from swaps)`,
  `insert into delivery_attempts (delivery_id, attempt, at, duration_ms, status) select id, 1, created_at, 40, 200 from deliveries`,
  `insert into audit_log (position, at, actor, action, subject, reason, data, hash)
   select (select position from audit_head) + n, now() - (200001 - n) * interval '1 minute', 'API key key-' || n % 40,
     case when n % 9 = 0 then 'createStop' else 'retrySwap' end,
     case when n % 9 = 0 then 'chain ETH' else 'swap ' || md5('swap' || n)::uuid end, 'why', '{}', md5('audit' || n)
   from generate_series(1, least(200000, $1::bigint / 5)) n`,
  'update audit_head set (position, hash) = (select position, hash from audit_log order by position desc limit 1)',
];

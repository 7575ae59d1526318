/**
 * SQL: all that the journal needs to import the attempt again, as JSON. Its numbers are those of
 * the tables, which no program may read as floats, so the journal returns the JSON as text.
 *
 * `attempt` is the alias of the attempt with its lease and one of its steps (`attempt_id`,
 * `lease_id`, `step_id`, `order_id`), `s` the swap of that step, `retries` the swaps that `s`
 * retries.
 */
export function replayOf(attempt: string): string {
  const swap = (
    alias: string,
  ): string => `'id', ${alias}.id, 'idem_key', ${alias}.idem_key, 'body_hash', ${alias}.body_hash,
    'is_edit', ${alias}.is_edit, 'job', ${alias}.job, 'job_seal', ${alias}.job_seal, 'created_at', ${alias}.created_at, 'cancel_requested_at', ${alias}.cancel_requested_at`;
  return `json_build_object(
    'version', ${replayVersion},
    'swap', json_build_object(${swap('s')}),
    'retries', coalesce((
      select json_agg(json_build_object(${swap('r')}, 'state', r.state, 'reason_code', r.reason_code,
        'reason_message', r.reason_message) order by retries.distance desc)
      from retries join swaps r on r.id = retries.id where retries.of = s.id and retries.distance > 0), '[]'),
    'order', (select to_jsonb(o) from orders o where o.id = ${attempt}.order_id),
    'step', (
      select json_build_object('generation', st.generation, 'token', st.token, 'spender', st.spender,
        'allowance_value', st.allowance_value, 'of', (select count(*) from lease_steps ls where ls.lease_id = ${attempt}.lease_id),
        'message', (select message from attempt_steps own where own.attempt_id = ${attempt}.attempt_id and own.step_id = st.id))
      from steps st where st.id = ${attempt}.step_id),
    'lease', (
      select json_build_object('id', l.id, 'family', l.family, 'account', l.account, 'nonce', l.nonce,
        'native_token', l.native_token, 'expires', l.expires)
      from leases l where l.id = ${attempt}.lease_id),
    'outpoints', coalesce((
      select json_agg(json_build_object('outpoint', p.outpoint, 'added', p.added) order by p.position)
      from outpoints p where p.lease_id = ${attempt}.lease_id), '[]'),
    'reservations', coalesce((
      select json_agg(json_build_object('token', v.token, 'amount', v.amount))
      from reservations v where v.lease_id = ${attempt}.lease_id and v.step_id = ${attempt}.step_id), '[]'),
    'need', (
      select json_build_object('token', n.token, 'spender', n.spender, 'amount', n.amount)
      from allowance_needs n where n.lease_id = ${attempt}.lease_id and n.swap_id = s.id limit 1),
    'attempt', (
      select json_build_object('id', x.id, 'bytes', x.bytes, 'fee', x.fee, 'signed_at', x.signed_at)
      from attempts x where x.id = ${attempt}.attempt_id),
    'logs', ${logs}
  )::text`;
}

/** The same for the CPFP child `boost` of the attempt `attempt`. */
export function replayOfChild(attempt: string, boost: string): string {
  return `json_build_object('version', ${replayVersion},
    'boost', json_build_object('of', ${attempt}.tx_id, 'bytes', ${boost}.bytes, 'fee', ${boost}.fee, 'created_at', ${boost}.created_at),
    'logs', ${logs})::text`;
}

/** All logs that may contain an older entry. */
const logs = `coalesce((
  select json_agg(json_build_object('id', g.id, 'host', g.host)) from signing_logs g where g.retired_at is null), '[]')`;

/** Other versions are not imported: a person decides. */
export const replayVersion = 1;

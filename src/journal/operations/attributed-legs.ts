import type { AttributedLeg, LegKey } from '../../ports/stores/attribution-store.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * SQL: whether no configured chain shows the leg. Which transfer of its transaction it is, is then
 * unknown, so it takes all of them.
 */
export function takesAll(leg: string): string {
  return `(${leg}.level = 'operator-reported' or ${leg}.role = 'payout' and exists (
    select from swaps where swaps.id = ${leg}.swap_id and swaps.job->'to'->>'reportedOnly' = 'true'))`;
}

export function attributedLegs(
  session: SqlSession,
  keys: readonly LegKey[],
): Promise<AttributedLeg[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return session.query<AttributedLeg>(selectAttributedLegs('$1'), [legKeyRows(keys)]);
}

/**
 * SQL: rows of `AttributedLeg`.
 * @param keys an SQL expression for the result of `legKeyRows`
 */
export function selectAttributedLegs(keys: string): string {
  return `
    select place.chain, place.tx_id as "txId", place.index, leg.swap_id as "bySwap"
    from json_to_recordset(${keys}::json) as place (chain text, tx_id text, index int)
    cross join lateral (${selectLegsOf('place')}) leg
    where leg.index = place.index or ${takesAll('leg')}`;
}

/**
 * SQL: the legs of one transaction. `offset 0` makes Postgres look up each transaction by itself:
 * for a list it expects a hundred rows, and would scan the whole table.
 * @param key alias of the row that names the transaction
 */
export function selectLegsOf(key: string): string {
  return `select * from legs
    where legs.chain = ${key}.chain and transaction_key(legs.tx_id) = transaction_key(${key}.tx_id) and not legs.released
    offset 0`;
}

/** A recordset of `chain text, tx_id text, index int`. */
export function legKeyRows(keys: readonly LegKey[]): string {
  return JSON.stringify(keys.map(({ chain, txId, index }) => ({ chain, tx_id: txId, index })));
}

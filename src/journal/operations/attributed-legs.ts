import type { AttributedLeg, LegKey } from '../../ports/stores/attribution-store.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * SQL: whether no chain here shows the leg. It is not known which transfer of its transaction it
 * is: it takes all of them.
 */
export function takesAll(leg: string): string {
  return `(${leg}.level = 'operator-reported' or ${leg}.role = 'payout' and exists (
    select from swaps where swaps.id = ${leg}.swap_id and swaps.job->'to'->>'reportedOnly' = 'true'))`;
}

export function attributedLegs(
  session: SqlSession,
  places: readonly LegKey[],
): Promise<AttributedLeg[]> {
  if (places.length === 0) return Promise.resolve([]);
  return session.query<AttributedLeg>(selectAttributedLegs('$1'), [placeRows(places)]);
}

/** SQL: rows of `AttributedLeg`. @param places an SQL expression of `placeRows` */
export function selectAttributedLegs(places: string): string {
  return `
    select place.chain, place.tx_id as "txId", place.index, leg.swap_id as "bySwap"
    from json_to_recordset(${places}::json) as place (chain text, tx_id text, index int)
    cross join lateral (${selectLegsOf('place')}) leg
    where leg.index = place.index or ${takesAll('leg')}`;
}

/**
 * SQL: the legs of one transaction. Each transaction is looked up by itself (`offset 0`): Postgres
 * expects a hundred of a list, for which it would go through the whole table.
 * @param place alias of what names it
 */
export function selectLegsOf(place: string): string {
  return `select * from legs
    where legs.chain = ${place}.chain and transaction_key(legs.tx_id) = transaction_key(${place}.tx_id) and not legs.released
    offset 0`;
}

/** As a recordset of `chain text, tx_id text, index int`. */
export function placeRows(places: readonly LegKey[]): string {
  return JSON.stringify(places.map(({ chain, txId, index }) => ({ chain, tx_id: txId, index })));
}

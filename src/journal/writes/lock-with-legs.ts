import type { Leg } from '../../core/swap/swap.ts';
import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import type { SqlSession } from '../sql-client.ts';
import { transactionLock } from './attribute-legs.ts';
import { assertVersion } from './lock-swap.ts';

/**
 * Locks the swap. If it is at the version, locks the transactions of its legs in the given order.
 */
const lock = `
  with swap as materialized (select version from swaps where id = $1 for no key update)
  select version, case when version = $2 then (
    select string_agg(${transactionLock('given.chain', 'given.tx_id')}::text, '')
    from unnest($3::text[], $4::text[]) as given(chain, tx_id)) end as locked
  from swap`;

/**
 * Locks a swap at its version, and the transactions of the legs against attribution by other
 * sessions. Read in a later statement what other swaps have attributed. Throws `NOT_FOUND`,
 * `JOURNAL_STALE`.
 */
export async function lockWithLegs(
  session: SqlSession,
  { swapId, version }: Versioned,
  legs: readonly Leg[],
): Promise<void> {
  const transactions = [legs.map(({ chain }) => chain), legs.map(({ txId }) => txId)];
  const [swap] = await session.query<{ version: number }>(lock, [swapId, version, ...transactions]);
  if (!swap) throw noSuchSwap(swapId);
  assertVersion({ id: swapId, ...swap }, version);
}

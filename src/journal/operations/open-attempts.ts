import type { ChainName } from '../../core/swap/chains.ts';
import type { Outpoint } from '../../core/swap/swap.ts';
import type { OpenAttempts } from '../../ports/stores/observation-store.ts';
import { type InclusionRow, inclusionFromRow } from '../rows/attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';

interface OpenRow extends InclusionRow {
  tx_id: string;
  account: string;
  outpoints: readonly Outpoint[];
  since: bigint;
}

/** SQL: whether the observer polls the attempts under the lease. */
export const isObserved = (lease: string): string =>
  `(${lease}.state = 'signed' or ${lease}.check_at <= now() or ${lease}.doubt is not null)`;

/**
 * In one statement, so that the attempts match the observations so far. Includes the attempts of a
 * proven lease whose proof is due for another comparison with the chain.
 */
export async function openAttempts(session: SqlSession, chain: ChainName): Promise<OpenAttempts> {
  const rows = await session.query<OpenRow>(
    `select a.tx_id, l.account, a.status, a.block_number, a.block_hash, a.succeeded, a.results, a.fee_paid,
       array(select outpoint from outpoints where lease_id = l.id and not added order by position) as outpoints,
       coalesce((select observations from chain_heads where chain = $1), 0) as since
     from leases l join attempts a on a.lease_id = l.id
     where l.chain = $1 and ${isObserved('l')} order by l.position, a.seq`,
    [chain],
  );
  const attempts = rows.map((row) => ({
    txId: row.tx_id,
    account: row.account,
    inclusion: inclusionFromRow(row),
    ...(row.outpoints.length === 0 ? {} : { outpoints: row.outpoints }),
  }));
  return { attempts, since: rows[0]?.since ?? 0n };
}

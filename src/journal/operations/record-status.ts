import type { ChainName } from '../../core/chains.ts';
import type { Versioned } from '../../ports/journal.ts';
import { storableText } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwapAt } from '../writes/lock-swap.ts';

/** Asked again and again: the same answer counts the version up, but makes no event and no progress. */
export async function recordStatus(
  session: SqlSession,
  request: Versioned & { status: string; destination?: { chain: ChainName; txId: string } },
): Promise<void> {
  const { swapId, destination } = request;
  const status = storableText(request.status);
  await lockSwapAt(session, request);
  const before = onlyRow(
    await session.query<{ status: string | null; chain: ChainName | null; txId: string | null }>(
      `select router_status as status, router_destination_chain as chain, router_destination_tx_id as "txId"
       from swaps where id = $1`,
      [swapId],
    ),
  );
  const isNewStatus = before.status !== status;
  // The transaction that was named stays named for as long as the status does: of another one it says nothing.
  const { chain, txId } = destination ?? (isNewStatus ? { chain: null, txId: null } : before);
  const changed = isNewStatus || chain !== before.chain || txId !== before.txId;
  await session.query(
    `update swaps set router_status = $2, router_destination_chain = $3, router_destination_tx_id = $4, router_asked_at = now(),
       router_first_asked_at = coalesce(router_first_asked_at, now()), version = version + $5,
       router_status_times = jsonb_build_object($2::text, (extract(epoch from date_trunc('milliseconds', now())) * 1000)::bigint) || router_status_times
     where id = $1`,
    [swapId, status, chain, txId, changed ? 0 : 1],
  );
  if (!changed) {
    await session.query('update timers set due_at = now() where swap_id = $1', [swapId]);
    return;
  }
  const event = { type: 'status_received', data: { status, destination } } as const;
  await changeSwap(session, { swapId, event, progress: true });
}

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
  const { changed, other } = onlyRow(
    await session.query<{ changed: boolean; other: boolean }>(
      `select router_status is distinct from $2 as other, (router_status, router_destination_chain, router_destination_tx_id)
         is distinct from ($2, coalesce($3, router_destination_chain), coalesce($4, router_destination_tx_id)) as changed
       from swaps where id = $1`,
      [swapId, status, destination?.chain ?? null, destination?.txId ?? null],
    ),
  );
  await session.query(
    `update swaps set router_status = $2, router_destination_chain = coalesce($3, router_destination_chain),
       router_destination_tx_id = coalesce($4, router_destination_tx_id), router_asked_at = now(),
       router_first_asked_at = coalesce(router_first_asked_at, now()), version = version + $5,
       router_status_since = case when $6 then now() else router_status_since end
     where id = $1`,
    [swapId, status, destination?.chain ?? null, destination?.txId ?? null, changed ? 0 : 1, other],
  );
  if (!changed) {
    await session.query('update timers set due_at = now() where swap_id = $1', [swapId]);
    return;
  }
  const event = { type: 'status_received', data: { status, destination } } as const;
  await changeSwap(session, { swapId, event, progress: true });
}

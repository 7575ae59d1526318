import type { AttemptId } from '../../core/swap/ids.ts';
import type { ObservedPayout } from '../../core/swap/swap.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNotEnded, lockSwapAt, stale } from '../writes/lock-swap.ts';

export async function recordObservedPayout(
  session: SqlSession,
  request: Versioned & { attemptId: AttemptId; sighting: ObservedPayout },
): Promise<void> {
  const { swapId, attemptId, sighting } = request;
  assertNotEnded(await lockSwapAt(session, request));
  const [attempt] = await session.query<{ chain: string; tx_id: string }>(
    `update attempts set sighting = $2::jsonb
     where id = $1 and status in ('included', 'final') and block_hash = $3 returning chain, tx_id`,
    [attemptId, encodeJson(sighting), sighting.block.hash],
  );
  if (!attempt) throw stale(swapId, 'the attempt is not in that block any more');
  const data = {
    chain: attempt.chain,
    txId: attempt.tx_id,
    block: sighting.block.number,
    transfers: sighting.transfers,
  };
  await changeSwap(session, { swapId, event: { type: 'payout_sighted', data } });
}

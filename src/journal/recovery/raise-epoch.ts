import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwaps } from '../writes/lock-swap.ts';
import { voidLeases } from '../writes/void-leases.ts';

/**
 * Records a noticed rollback. The caller has voided held leases, so that imports can use their
 * positions and a worker that signs under one of them commits nothing. Every signing log must be
 * read again, and every account compared with its chain.
 * @param known the newest commit in the journal before it learnt of its losses
 */
export async function raiseEpoch(session: SqlSession, known: bigint): Promise<void> {
  await session.query('update journal_instance set epoch = epoch + 1, rolled_back_to = $1', [
    known,
  ]);
}

/** A held lease and the swaps that it serves. */
export interface Held {
  id: LeaseId;
  chain: string;
  nonce: bigint | null;
  swaps: SwapId[];
}

/** Held leases of one account, or of all. */
export function findHeld(session: SqlSession, walletId?: string, chain?: string): Promise<Held[]> {
  return session.query<Held>(
    `select l.id, l.chain, l.nonce, array_to_json(array(
       select st.swap_id from lease_steps ls join steps st on st.id = ls.step_id
       where ls.lease_id = l.id and ls.live and st.swap_id is not null)) as swaps
     from leases l where l.state = 'held' and not exists (select from attempts a where a.lease_id = l.id)
       and ($1::uuid is null or l.wallet_id = $1) and ($2::text is null or l.chain = $2)
     order by l.id`,
    [walletId ?? null, chain ?? null],
  );
}

/** Voids the leases that are still held once their swaps are locked. */
export async function voidHeldLeases(session: SqlSession, held: readonly Held[]): Promise<void> {
  await lockSwaps(
    session,
    held.flatMap(({ swaps }) => swaps),
  );
  for (const { id, chain, nonce, swaps } of held) {
    const [still] = await session.query(`select from leases where id = $1 and state = 'held'`, [
      id,
    ]);
    if (!still) continue;
    await voidLeases(session, [id]);
    const data = {
      leaseId: id,
      why: 'journal_rolled_back',
      chain,
      ...(nonce === null ? {} : { nonce }),
    };
    for (const swapId of swaps)
      await changeSwap(session, { swapId, event: { type: 'lease_voided', data } });
  }
}

import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { LeaseRequest } from '../../ports/signing-records.ts';
import type { SqlSession } from '../sql-client.ts';
import { assertNotEnded, assertVersion, type LockedSwap } from '../writes/lock-swap.ts';
import { lockEach } from './lock-each.ts';

/** Locks a swap and those whose holds on the account have expired, by their ids. */
const lock = `
  with wanted as materialized (
    select $1::uuid as id
    union
    select st.swap_id
    from leases l join lease_steps ls on ls.lease_id = l.id and ls.live join steps st on st.id = ls.step_id
    where l.wallet_id = $2 and l.chain = $3 and l.state = 'held' and l.held_until <= clock_timestamp()
      and st.swap_id is not null
    order by id
  )
  ${lockEach('wanted')}`;

/**
 * Locks the swap and, in the same order as everyone, the swaps whose holds on the account have expired. Whose hold that is is read before the
 * locks are held: `judgeLease` compares it with what is read after them. Throws `NOT_FOUND`, `JOURNAL_STALE`, and
 * `JOURNAL_BROKEN_INVARIANT` for an ended swap.
 */
export async function lockWithExpiredHolders(session: SqlSession, request: LeaseRequest): Promise<LockedSwap[]> {
  const { swapId, version, walletId, chain } = request;
  const locked = await session.query<LockedSwap>(lock, [swapId, walletId, chain]);
  const swap = locked.find(({ id }) => id === swapId);
  if (!swap) throw new FerrymanError('NOT_FOUND', `there is no swap ${swapId}`);
  assertVersion(swap, version);
  assertNotEnded(swap);
  return locked;
}

import type { ChainName, Family } from '../../core/chains.ts';
import type { WalletId } from '../../core/ids.ts';
import { familiesOneAtATime } from '../../core/one-at-a-time.ts';
import { mostTogether } from '../../core/ton-wallet-versions.ts';
import type { SqlSession } from '../sql-client.ts';

/** Of those that wait for a wallet that takes one transaction after the other, as many as may go together are due now: who came first. */
export async function callNext(
  session: SqlSession,
  { walletId, chain, family }: { walletId: WalletId; chain: ChainName; family: Family },
): Promise<void> {
  if (!familiesOneAtATime.includes(family)) return;
  await session.query(
    `update timers set due_at = least(due_at, now()) where swap_id in (
       select t.swap_id from swaps s join timers t on t.swap_id = s.id
       where s.wallet_id = $1 and s.from_chain = $2 and s.state in ('requested', 'quoted') and t.claimed_by is null
       order by s.position limit ${mostTogether}
       for update of t skip locked)`,
    [walletId, chain],
  );
}

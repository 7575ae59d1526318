import type { SwapId, WalletId } from '../../core/swap/ids.ts';
import { isEnd, type SwapState } from '../../core/swap/swap.ts';
import { accountKey } from '../family-conditions.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';
import { lockSwap } from '../writes/lock-swap.ts';

/** A lost attempt. */
export interface Loss {
  chain: string;
  tx_id: string;
  account: string;
  nonce: bigint | null;
  /** Why it cannot be imported. */
  refused: string | null;
}

/**
 * Corrects the end of swaps that ended as unpaid before their loss was noticed. If an attempt
 * cannot be imported, its wallet is frozen too.
 */
export async function leaveToPerson(session: SqlSession, losses: readonly Loss[]): Promise<void> {
  await correctEnds(session, losses);
  await freezeWalletsOf(
    session,
    losses.filter(({ refused }) => refused !== null),
  );
}

interface PaidFor {
  id: SwapId;
  chain: string;
  tx_id: string;
  /** The payment was signed for this swap, not for a swap that retries it. */
  own: boolean;
}

/**
 * The swaps that a lost payment was signed for. If it cannot be imported, also the swaps that its
 * swap retries.
 */
export function findPaidFor(session: SqlSession, losses: readonly Loss[]): Promise<PaidFor[]> {
  return session.query<PaidFor>(
    `select distinct on (s.id) s.id, lost.chain, lost.tx_id, meant.own
     from lost_attempts lost
     cross join lateral (
       select lost.swap_id, lost.idem_key, true as own
       union all
       select (retried->>'swapId')::uuid, retried->>'idempotencyKey', false
       from jsonb_array_elements(lost.retries) retried
     ) meant
     join swaps s on s.id = meant.swap_id or s.idem_key = meant.idem_key
     where lost.tx_id = any($1) and lost.attempt_kind <> 'cancel' and lost.step_kind in ('swap', 'deposit')
       and (meant.own or (lost.refused is not null and not exists (select from swaps later where later.retry_of = s.id)))
     order by s.id, meant.own desc`,
    [losses.map(({ tx_id: txId }) => txId)],
  );
}

/**
 * The end of a swap stays, but if a lost payment was signed for it, the place of its money is
 * unknown. The same holds for a swap lossOf retry is lost together with its payment: the journal
 * shows nothing after it.
 */
async function correctEnds(session: SqlSession, losses: readonly Loss[]): Promise<void> {
  for (const { id, chain, tx_id: txId, own } of await findPaidFor(session, losses)) {
    const { state, funds_state: funds } = await lockSwap(session, id);
    const { ended_as: endedAs } = onlyRow(
      await session.query<{ ended_as: SwapState | null }>(
        'select ended_as from swaps where id = $1',
        [id],
      ),
    );
    // Under the swap's lock, an end is either earlier and corrected here, or later and refused. A
    // swap that waits for an acknowledgement counts as ended.
    if (!isEnd(endedAs ?? state) || funds !== 'untouched') continue;
    const lossOf = own
      ? `its payment ${txId} on ${chain} was signed, but was missing in the journal when the swap ended`
      : `it was retried, but the journal has lost the retry and its payment ${txId} on ${chain}`;
    const message = `${lossOf}; check on the chain whether it landed`;
    const [fundsState, reason] = ['unknown', { code: 'JOURNAL_WENT_BACK', message }] as const;
    await changeSwap(session, {
      swapId: id,
      event: { type: 'state_changed', data: { from: state, to: state, fundsState, reason } },
      fundsState,
      reason,
    });
  }
}

async function freezeWalletsOf(session: SqlSession, losses: readonly Loss[]): Promise<void> {
  if (losses.length === 0) return;
  const wallets = await session.query<{ id: WalletId; address: string }>(
    `select id, address from wallets
     where ${accountKey('family', 'address')} = any($1) or address = any($1) order by id`,
    [losses.flatMap(({ account }) => [account, account.toLowerCase()])],
  );
  for (const { id, address } of wallets) {
    const own = losses.filter(({ account }) => account.toLowerCase() === address.toLowerCase());
    const [first] = own;
    if (!first) continue;
    const which = `${first.tx_id} on ${first.chain}${own.length > 1 ? ` and ${own.length - 1} more` : ''}`;
    await freezeWallet(
      session,
      id,
      `the journal was rolled back and has lost what was signed with this wallet: ${which}`,
    );
  }
}

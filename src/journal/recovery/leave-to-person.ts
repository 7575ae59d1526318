import type { SwapId, WalletId } from '../../core/swap/ids.ts';
import { isEnd, type SwapState } from '../../core/swap/swap.ts';
import { accountKey } from '../family-conditions.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';
import { lockSwap } from '../writes/lock-swap.ts';

/** An attempt of a lost history. */
export interface Loss {
  chain: string;
  tx_id: string;
  account: string;
  nonce: bigint | null;
  /** Why it cannot be imported. */
  refused: string | null;
}

/**
 * A swap that ended as unpaid before its loss was noticed is corrected. Of what cannot be imported
 * the wallets are frozen as well.
 */
export async function leaveToPerson(session: SqlSession, losses: readonly Loss[]): Promise<void> {
  await correctEnds(session, losses);
  await freezeWalletsOf(
    session,
    losses.filter(({ refused }) => refused !== null),
  );
}

interface Meant {
  id: SwapId;
  chain: string;
  tx_id: string;
  /** The payment was signed for it, and not for a swap that tried it again. */
  own: boolean;
}

/**
 * The swaps that a lost payment was signed for; of what cannot be imported also those that its swap
 * tried again.
 */
export function findMeant(session: SqlSession, losses: readonly Loss[]): Promise<Meant[]> {
  return session.query<Meant>(
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
 * Late evidence: an end stays, but where the money is of a swap that a forgotten payment was signed
 * for, nobody knows. Nor of one that was tried again by a swap which is forgotten with its payment:
 * as the journal has it, nothing came after it.
 */
async function correctEnds(session: SqlSession, losses: readonly Loss[]): Promise<void> {
  for (const { id, chain, tx_id: txId, own } of await findMeant(session, losses)) {
    const { state, funds_state: funds } = await lockSwap(session, id);
    const { ended_as: endedAs } = onlyRow(
      await session.query<{ ended_as: SwapState | null }>(
        'select ended_as from swaps where id = $1',
        [id],
      ),
    );
    // Read under its lock: an end comes either before, and is corrected, or after, and is refused.
    // One that a person is to acknowledge is an end.
    if (!isEnd(endedAs ?? state) || funds !== 'untouched') continue;
    const whose = own
      ? `its payment ${txId} on ${chain} was signed, and the journal had forgotten it when the swap ended`
      : `it was tried again, and the journal has forgotten that and the payment ${txId} on ${chain} which was signed for it`;
    const message = `${whose}; look on the chain whether it landed`;
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
      `the journal went back and has forgotten what was signed with this wallet: ${which}`,
    );
  }
}

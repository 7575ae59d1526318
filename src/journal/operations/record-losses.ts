import type { WalletId } from '../../core/ids.ts';
import type { LedgerEntry } from '../../ports/ledger.ts';
import { entryColumns, entryRows } from '../rows/lost-attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';

interface Loss {
  chain: string;
  tx_id: string;
  account: string;
  nonce: bigint;
}

/**
 * Attempts that a ledger shows and the journal does not: they are stored as lost, and their wallets frozen. What is stored as lost already
 * changes nothing again.
 */
export async function recordLosses(session: SqlSession, entries: readonly LedgerEntry[]): Promise<void> {
  const losses = await session.query<Loss>(
    `insert into lost_attempts (chain, tx_id, instance_id, account, nonce, swap_id, idem_key, retries, step_kind,
       attempt_kind, signed_at)
     select e.chain, e.tx_id, e.instance_id, e.account, e.nonce, e.swap_id, e.idem_key, e.retries, e.step_kind,
       e.attempt_kind, e.signed_at
     from jsonb_to_recordset($1::jsonb) as e(${entryColumns})
     where not exists (select from attempts a where a.chain = e.chain and a.tx_id = e.tx_id)
     on conflict (chain, tx_id) do nothing
     returning chain, tx_id, account, nonce`,
    [entryRows(entries)],
  );
  await freezeWalletsOf(session, losses);
}

async function freezeWalletsOf(session: SqlSession, losses: readonly Loss[]): Promise<void> {
  if (losses.length === 0) return;
  const wallets = await session.query<{ id: WalletId; address: string }>(
    `select id, address from wallets
     where (case family when 'evm' then lower(address) else address end) = any($1) or address = any($1) order by id`,
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

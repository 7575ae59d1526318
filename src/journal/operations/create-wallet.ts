import { randomUUID } from 'node:crypto';
import type { Wallet, WalletDraft } from '../../ports/stores/wallet-store.ts';
import { onlyRow } from '../only-row.ts';
import { type WalletRow, walletColumns, walletFromRow } from '../rows/wallet-row.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * Throws `JOURNAL_BROKEN_INVARIANT` (`wallets_name_unique`, `wallets_address_unique`) if the wallet
 * exists already.
 */
export async function createWallet(session: SqlSession, wallet: WalletDraft): Promise<Wallet> {
  const rows = await session.query<WalletRow>(
    `insert into wallets (id, name, family, address, key_ref) values ($1, $2, $3, $4, $5) returning ${walletColumns}`,
    [randomUUID(), wallet.name, wallet.family, wallet.address, wallet.keyRef],
  );
  return walletFromRow(onlyRow(rows));
}

import type { Wallet } from '../../ports/stores/wallet-store.ts';
import { type WalletRow, walletColumns, walletFromRow } from '../rows/wallet-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function wallets(session: SqlSession): Promise<Wallet[]> {
  const rows = await session.query<WalletRow>(
    `select ${walletColumns} from wallets order by name, family`,
  );
  return rows.map(walletFromRow);
}

import type { Family } from '../core/swap/chains.ts';
import type { StoredAccount } from './account-form.ts';
import { listWallets } from './list-wallets.ts';

/**
 * Which account of its key a wallet in the data folder is, by its address in canonical form;
 * nothing where none has the address, or its key has one account only. Needs no password. @throws
 * `KEYSTORE_DAMAGED`
 */
export async function findAccount(
  dataFolder: string,
  { family, address }: { family: Family; address: string },
): Promise<StoredAccount | undefined> {
  const wallets = await listWallets(dataFolder);
  return wallets.find((one) => one.family === family && one.address === address)?.account;
}

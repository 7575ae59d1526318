import type { Family } from '../core/swap/chains.ts';
import type { StoredAccount } from './account-form.ts';
import { listWallets } from './list-wallets.ts';

/**
 * The account of the wallet with this address in canonical form. Undefined if no wallet in the data
 * folder has the address, or its key has only one account. Needs no password. Throws
 * `KEYSTORE_DAMAGED`.
 */
export async function findAccount(
  dataFolder: string,
  { family, address }: { family: Family; address: string },
): Promise<StoredAccount | undefined> {
  const wallets = await listWallets(dataFolder);
  return wallets.find((one) => one.family === family && one.address === address)?.account;
}

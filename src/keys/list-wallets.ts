import { readdir } from 'node:fs/promises';
import { accountName } from '../core/swap/account-name.ts';
import type { WalletDraft } from '../ports/stores/wallet-store.ts';
import type { StoredAccount } from './account-form.ts';
import { hasCode } from './has-code.ts';
import type { KeystoreHeader } from './keystore-file.ts';
import { keysFolder, readWalletFile } from './wallet-file.ts';

export interface ListedWallet extends WalletDraft {
  /** Which of its key's accounts it is, if the family has several. */
  account?: StoredAccount;
}

/**
 * The wallets of a data folder, by name, each followed by its further accounts. Needs no password.
 * Throws `KEYSTORE_DAMAGED`.
 */
export async function listWallets(dataFolder: string): Promise<ListedWallet[]> {
  const names = await keystoreNames(dataFolder);
  return (await Promise.all(names.map((name) => listAccounts(dataFolder, name)))).flat();
}

/** The names of a data folder's keystores. */
export async function keystoreNames(dataFolder: string): Promise<string[]> {
  const files = await readdir(keysFolder(dataFolder)).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/**
 * A wallet and its further accounts. Needs no password. Throws `KEYSTORE_MISSING`,
 * `KEYSTORE_DAMAGED`.
 */
export async function listAccounts(
  dataFolder: string,
  name: string,
): Promise<[ListedWallet, ...ListedWallet[]]> {
  const { keystore } = await readWalletFile(dataFolder, name);
  return accountsOf(keystore.header);
}

/** The accounts of a keystore, the wallet itself first. */
export function accountsOf({
  name,
  family,
  address,
  account,
  accounts = [],
}: KeystoreHeader): [ListedWallet, ...ListedWallet[]] {
  const further = accounts.map((one, position) => {
    const ownName = accountName(name, position + 2);
    return { name: ownName, family, address: one.address, keyRef: ownName, account: one.account };
  });
  return [{ name, family, address, keyRef: name, ...(account ? { account } : {}) }, ...further];
}

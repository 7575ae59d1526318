import { readdir } from 'node:fs/promises';
import type { WalletDraft } from '../ports/journal.ts';
import type { KeptAccount } from './account-form.ts';
import { hasCode } from './has-code.ts';
import { damaged } from './keystore-file.ts';
import { keysFolder, readWalletFile } from './wallet-file.ts';

export interface ListedWallet extends WalletDraft {
  /** Which of its key's accounts it is, where the family has several. */
  account?: KeptAccount;
}

/** The wallets of a data folder, by name; needs no password. @throws `KEYSTORE_DAMAGED` */
export async function listWallets(dataFolder: string): Promise<ListedWallet[]> {
  const files = await readdir(keysFolder(dataFolder)).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  return Promise.all(names.sort().map((name) => readWallet(dataFolder, name)));
}

async function readWallet(dataFolder: string, name: string): Promise<ListedWallet> {
  const { path, keystore } = await readWalletFile(dataFolder, name);
  if (keystore.header.name !== name) throw damaged(path, `it is the keystore of ${keystore.header.name}, renamed`);
  const { family, address, account } = keystore.header;
  return { name, family, address, keyRef: name, ...(account ? { account } : {}) };
}

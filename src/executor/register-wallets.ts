import { sameAccount } from '../core/swap/same-account.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Wallet, WalletDraft, WalletStore } from '../ports/stores/wallet-store.ts';

/**
 * Registers the keystore's wallets in the journal, which knows them by name and address.
 * @throws `CONFIG_INVALID` if the journal knows another account under the name
 */
export async function registerWallets(
  journal: Pick<WalletStore, 'wallets' | 'createWallet'>,
  wallets: readonly WalletDraft[],
): Promise<void> {
  for (const wallet of wallets) {
    const find = async () =>
      (await journal.wallets()).find(
        ({ name, family }) => name === wallet.name && family === wallet.family,
      );
    const known = (await find()) ?? (await journal.createWallet(wallet).catch(takenBy(find)));
    if (sameAccount(wallet.family, known.address, wallet.address)) continue;
    throw new FerrymanError(
      'CONFIG_INVALID',
      `the journal knows the wallet ${wallet.name} as ${known.address}, but the keystore has ${wallet.address}; use the keystore that created it, or another name`,
    );
  }
}

/** Another process may have registered the wallet at the same moment. */
function takenBy(find: () => Promise<Wallet | undefined>): (cause: unknown) => Promise<Wallet> {
  return async (cause) => {
    const found = await find();
    if (found) return found;
    throw cause;
  };
}

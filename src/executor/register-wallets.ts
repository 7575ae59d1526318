import { sameAccount } from '../core/swap/same-account.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Wallet, WalletDraft, WalletStore } from '../ports/stores/wallet-store.ts';

/**
 * Wallets are made in the keystore; the journal knows them by name and address. Whoever starts
 * makes them known.
 * @throws `CONFIG_INVALID` where the journal knows another account under the name
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
      `the journal knows the wallet ${wallet.name} as ${known.address}, and the keystore has ${wallet.address}; use the keystore it was made with, or another name`,
    );
  }
}

/** A process that started at the same moment may have been quicker. */
function takenBy(find: () => Promise<Wallet | undefined>): (cause: unknown) => Promise<Wallet> {
  return async (cause) => {
    const found = await find();
    if (found) return found;
    throw cause;
  };
}

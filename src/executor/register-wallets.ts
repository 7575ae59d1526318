import { sameAccount } from '../core/swap/same-account.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { AuditStore } from '../ports/stores/audit-store.ts';
import type { Wallet, WalletDraft, WalletStore } from '../ports/stores/wallet-store.ts';

/**
 * Registers the keystore's wallets in the journal, which knows them by name and address. Commands
 * that make wallets open no journal, so the audit log has each of them from here.
 * @throws `CONFIG_INVALID` if the journal knows another account under the name
 */
export async function registerWallets(
  journal: Pick<WalletStore, 'wallets' | 'createWallet'> & Pick<AuditStore, 'recordAct'>,
  wallets: readonly WalletDraft[],
): Promise<void> {
  for (const wallet of wallets) {
    const find = async () =>
      (await journal.wallets()).find(
        ({ name, family }) => name === wallet.name && family === wallet.family,
      );
    const known = (await find()) ?? (await register(journal, wallet).catch(takenBy(find)));
    if (sameAccount(wallet.family, known.address, wallet.address)) continue;
    throw new FerrymanError(
      'CONFIG_INVALID',
      `the journal knows the wallet ${wallet.name} as ${known.address}, but the keystore has ${wallet.address}; use the keystore that created it, or another name`,
    );
  }
}

async function register(
  journal: Pick<WalletStore, 'createWallet'> & Pick<AuditStore, 'recordAct'>,
  wallet: WalletDraft,
): Promise<Wallet> {
  const { name, family, address } = wallet;
  await journal.recordAct({
    ...{ actor: 'Ferryman', action: 'registerWallet', subject: `wallet ${name}` },
    ...{ reason: 'it is in the keystore of a process', data: { family, address } },
  });
  return journal.createWallet(wallet);
}

/** Another process may have registered the wallet at the same moment. */
function takenBy(find: () => Promise<Wallet | undefined>): (cause: unknown) => Promise<Wallet> {
  return async (cause) => {
    const found = await find();
    if (found) return found;
    throw cause;
  };
}

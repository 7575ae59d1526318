import { defaultFamily, type Family } from '../core/swap/chains.ts';
import { definitionOf } from '../families/families.ts';
import { type AccountChoice, type AccountForm, chooseAccount } from './account-form.ts';
import { deriveAccount, deriveFurtherAccounts } from './derive-account.ts';
import { formatKeystore, type KeystoreHeader } from './keystore-file.ts';
import { accountsOf, type ListedWallet } from './list-wallets.ts';
import { parseWalletSecret } from './parse-wallet-secret.ts';
import { requireNew } from './require-new.ts';
import { defaultCost, seal } from './seal.ts';
import { walletPath, writeWalletFile } from './wallet-file.ts';
import { encodeSecret, type PhraseScheme, type WalletSecret } from './wallet-secret.ts';

export interface NewWallet {
  dataFolder: string;
  name: string;
  password: string;
  /** The family whose chains it signs for. Default: `evm`. */
  family?: Family;
  /** Which of the key's accounts, if the family has several. */
  account?: AccountChoice;
  /**
   * How many accounts it has in all, 1 to 20, each the next one in the key, if the family has
   * several. Default: 1.
   */
  accounts?: number;
  /** scrypt's `n`, a power of two; default 131,072. */
  cost?: number;
}

/**
 * Encrypts a phrase or a private key into a keystore file.
 * @param request.scheme the scheme of a phrase that is valid in several. Default: detected
 * @throws `KEY_INVALID`, `WALLET_NAME_INVALID`, `WALLET_EXISTS`, `INVALID_REQUEST` for accounts
 * that the family does not have
 */
export async function importWallet({
  dataFolder,
  name,
  password,
  secret: text,
  family = defaultFamily,
  account: choice,
  accounts = 1,
  scheme,
  cost,
}: NewWallet & { secret: string; scheme?: PhraseScheme }): Promise<ListedWallet> {
  walletPath(dataFolder, name);
  const form = chooseAccount(family, choice);
  const secret = await parseWalletSecret(text, form, scheme);
  const account = await deriveAccount(secret, form);
  const further = await deriveFurtherAccounts(secret, form, { from: 2, to: accounts });
  await requireNew(dataFolder, family, [account, ...further]);
  const header: Omit<KeystoreHeader, 'kdf'> = {
    format: 'ferryman-keystore',
    version: 1,
    name,
    family,
    ...account,
    ...(further.length > 0 ? { accounts: further } : {}),
    secret: headerOf(secret, form),
  };
  const keystore = await seal(encodeSecret(secret), password, header, cost ?? defaultCost);
  if (secret.kind === 'private-key') secret.key.fill(0);
  await writeWalletFile(dataFolder, name, formatKeystore(keystore));
  const [wallet] = accountsOf(keystore.header);
  return wallet;
}

function headerOf({ kind }: WalletSecret, form: AccountForm): KeystoreHeader['secret'] {
  return kind === 'phrase' ? { kind, path: definitionOf(form.family).keys.pathOf(form) } : { kind };
}

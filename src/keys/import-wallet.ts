import type { Family } from '../core/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { WalletDraft } from '../ports/journal.ts';
import { type AccountChoice, type AccountForm, chooseAccount, type KeptAccount } from './account-form.ts';
import { derivationPathOf } from './derivation-path.ts';
import { deriveKey } from './derive-key.ts';
import { ed25519PublicKey } from './ed25519.ts';
import { formatKeystore, type KeystoreHeader } from './keystore-file.ts';
import { type ListedWallet, listWallets } from './list-wallets.ts';
import { defaultCost, seal } from './seal.ts';
import { walletPath, writeWalletFile } from './wallet-file.ts';
import { encodeSecret, type PhraseScheme, parseWalletSecret, type WalletSecret } from './wallet-secret.ts';

export interface NewWallet {
  dataFolder: string;
  name: string;
  password: string;
  /** Whose chains it signs for. Default: `evm`. */
  family?: Family;
  /** Which of the key's accounts, where the family has several. */
  account?: AccountChoice;
  /** scrypt's `n`, a power of two; default 131,072. */
  cost?: number;
}

/**
 * Encrypts a phrase or a private key into a keystore file.
 * @param request.scheme whose words a phrase is, where it may be either's; default: as it reads
 * @throws `KEY_INVALID`, `WALLET_NAME_INVALID`, `WALLET_EXISTS`, `INVALID_REQUEST` for an account that the family does not have
 */
export async function importWallet({
  dataFolder,
  name,
  password,
  secret: text,
  family = 'evm',
  account: choice,
  scheme,
  cost,
}: NewWallet & { secret: string; scheme?: PhraseScheme }): Promise<ListedWallet> {
  walletPath(dataFolder, name);
  const form = chooseAccount(family, choice);
  const secret = await parseWalletSecret(text, form, scheme);
  const { key, address } = await deriveKey(secret, form);
  const kept = keptAccount(form, key);
  const account = kept ? { account: kept } : {};
  await requireNew(dataFolder, { family, address });
  const header: Omit<KeystoreHeader, 'kdf'> = {
    format: 'ferryman-keystore',
    version: 1,
    name,
    family,
    address,
    ...account,
    secret: headerOf(secret, form),
  };
  const keystore = await seal(encodeSecret(secret), password, header, cost ?? defaultCost);
  key.fill(0);
  await writeWalletFile(dataFolder, name, formatKeystore(keystore));
  return { name, family, address, keyRef: name, ...account };
}

function keptAccount(form: AccountForm, key: Uint8Array): KeptAccount | undefined {
  switch (form.family) {
    case 'bitcoin':
      return form;
    case 'ton':
      return { ...form, publicKey: Buffer.from(ed25519PublicKey(key)).toString('hex') };
    default:
      return undefined;
  }
}

function headerOf({ kind }: WalletSecret, form: AccountForm): KeystoreHeader['secret'] {
  return kind === 'phrase' ? { kind, path: derivationPathOf(form) } : { kind };
}

/** The journal knows an account by one name. */
async function requireNew(
  dataFolder: string,
  { family, address }: Pick<WalletDraft, 'family' | 'address'>,
): Promise<void> {
  const same = (await listWallets(dataFolder)).find((one) => one.family === family && one.address === address);
  if (same) throw new FerrymanError('WALLET_EXISTS', `${address} is the wallet ${same.name} already`);
}

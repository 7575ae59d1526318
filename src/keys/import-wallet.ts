import type { Family } from '../core/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { WalletDraft } from '../ports/journal.ts';
import { derivationPaths, deriveKey } from './derive-key.ts';
import { formatKeystore, type KeystoreHeader } from './keystore-file.ts';
import { listWallets } from './list-wallets.ts';
import { defaultCost, seal } from './seal.ts';
import { walletPath, writeWalletFile } from './wallet-file.ts';
import { encodeSecret, parseWalletSecret } from './wallet-secret.ts';

export interface NewWallet {
  dataFolder: string;
  name: string;
  password: string;
  /** Whose chains it signs for. Default: `evm`. */
  family?: Family;
  /** scrypt's `n`, a power of two; default 131,072. */
  cost?: number;
}

/**
 * Encrypts a BIP-39 phrase or a private key into a keystore file.
 * @throws `KEY_INVALID`, `WALLET_NAME_INVALID`, `WALLET_EXISTS`
 */
export async function importWallet({
  dataFolder,
  name,
  password,
  secret: text,
  family = 'evm',
  cost,
}: NewWallet & { secret: string }): Promise<WalletDraft> {
  walletPath(dataFolder, name);
  const secret = parseWalletSecret(text, family);
  const { key, address } = await deriveKey(secret, family);
  await requireNew(dataFolder, { family, address });
  const header: Omit<KeystoreHeader, 'kdf'> = {
    format: 'ferryman-keystore',
    version: 1,
    name,
    family,
    address,
    secret: secret.kind === 'phrase' ? { kind: 'phrase', path: derivationPaths[family] } : { kind: 'private-key' },
  };
  const keystore = await seal(encodeSecret(secret), password, header, cost ?? defaultCost);
  key.fill(0);
  await writeWalletFile(dataFolder, name, formatKeystore(keystore));
  return { name, family, address, keyRef: name };
}

/** The journal knows an account by one name. */
async function requireNew(
  dataFolder: string,
  { family, address }: Pick<WalletDraft, 'family' | 'address'>,
): Promise<void> {
  const same = (await listWallets(dataFolder)).find((one) => one.family === family && one.address === address);
  if (same) throw new FerrymanError('WALLET_EXISTS', `${address} is the wallet ${same.name} already`);
}

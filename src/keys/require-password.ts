import { FerrymanError } from '../errors/ferryman-error.ts';
import { keystoreNames } from './list-wallets.ts';
import { unseal } from './seal.ts';
import { readWalletFile } from './wallet-file.ts';

/**
 * All wallets of a data folder share one password: a single one with another password stops every
 * process that signs. Checks it with the first wallet. Without wallets any password is valid.
 * @throws `KEYSTORE_PASSWORD_WRONG`, `KEYSTORE_DAMAGED`
 */
export async function requirePassword(dataFolder: string, password: string): Promise<void> {
  const [name] = await keystoreNames(dataFolder);
  if (name === undefined) return;
  const { path, keystore } = await readWalletFile(dataFolder, name);
  try {
    (await unseal(keystore, password, path)).fill(0);
  } catch (cause) {
    if (!(cause instanceof FerrymanError) || cause.code !== 'KEYSTORE_PASSWORD_WRONG') throw cause;
    throw new FerrymanError(
      cause.code,
      `the wallet ${name} has another password, but all wallets share one; use that of ${name}`,
      {
        cause,
      },
    );
  }
}

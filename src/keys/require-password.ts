import { FerrymanError } from '../errors/ferryman-error.ts';
import { keystoreNames } from './list-wallets.ts';
import { unseal } from './seal.ts';
import { readWalletFile } from './wallet-file.ts';

/**
 * All wallets of a data folder have one password: a single one with another keeps every process
 * from starting that signs. It is tried on the first of them; where there is none it may be any.
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
      `the wallet ${name} has another password, and all wallets share one`,
      {
        cause,
      },
    );
  }
}

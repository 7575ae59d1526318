import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { createDurableFile } from './durable-file.ts';
import { hasCode } from './has-code.ts';
import { damaged, parseKeystore, type SealedKeystore } from './keystore-file.ts';

const namePattern = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** The folder of a data folder's keystores. */
export function keysFolder(dataFolder: string): string {
  return join(dataFolder, 'keys');
}

/** @throws `WALLET_NAME_INVALID` */
export function walletPath(dataFolder: string, name: string): string {
  if (!namePattern.test(name))
    throw new FerrymanError(
      'WALLET_NAME_INVALID',
      `"${name.slice(0, 80)}" is not a wallet name: use 1 to 63 of a-z, 0-9, ".", "_" and "-"`,
    );
  return join(keysFolder(dataFolder), `${name}.json`);
}

/**
 * Writes a new keystore, and never replaces another.
 * @throws `WALLET_EXISTS`
 */
export async function writeWalletFile(
  dataFolder: string,
  name: string,
  text: string,
): Promise<void> {
  const path = walletPath(dataFolder, name);
  if (await createDurableFile(path, text)) return;
  throw new FerrymanError('WALLET_EXISTS', `the wallet ${name} exists already: ${path}`);
}

/** @throws `KEYSTORE_MISSING`, `KEYSTORE_DAMAGED` */
export async function readWalletFile(
  dataFolder: string,
  name: string,
): Promise<{ path: string; keystore: SealedKeystore }> {
  const path = walletPath(dataFolder, name);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    throw new FerrymanError('KEYSTORE_MISSING', `there is no wallet ${name}: ${path}`, {
      cause: error,
    });
  });
  const keystore = parseKeystore(text, path);
  if (keystore.header.name !== name)
    throw damaged(path, `it is a renamed keystore of the wallet ${keystore.header.name}`);
  return { path, keystore };
}

import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { parseKeystore, type SealedKeystore } from './keystore-file.ts';
import { syncFolder } from './sync-folder.ts';

const namePattern = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Where the keystores of a data folder are. */
export function keysFolder(dataFolder: string): string {
  return join(dataFolder, 'keys');
}

/** @throws `WALLET_NAME_INVALID` */
export function walletPath(dataFolder: string, name: string): string {
  if (!namePattern.test(name))
    throw new FerrymanError('WALLET_NAME_INVALID', `"${name.slice(0, 80)}" is no wallet name`);
  return join(keysFolder(dataFolder), `${name}.json`);
}

/**
 * Writes a keystore so that after a crash there is the whole file or none, and never in place of another: a hard link, unlike
 * a rename, does not replace.
 * @throws `WALLET_EXISTS`
 */
export async function writeWalletFile(dataFolder: string, name: string, text: string): Promise<void> {
  const path = walletPath(dataFolder, name);
  const folder = keysFolder(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await link(temporary, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    throw new FerrymanError('WALLET_EXISTS', `there is a wallet ${name} already: ${path}`, { cause: error });
  } finally {
    await file.close();
    await rm(temporary);
  }
  await syncFolder(folder);
}

/** @throws `KEYSTORE_MISSING`, `KEYSTORE_DAMAGED` */
export async function readWalletFile(
  dataFolder: string,
  name: string,
): Promise<{ path: string; keystore: SealedKeystore }> {
  const path = walletPath(dataFolder, name);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    throw new FerrymanError('KEYSTORE_MISSING', `there is no wallet ${name}: ${path}`, { cause: error });
  });
  return { path, keystore: parseKeystore(text, path) };
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

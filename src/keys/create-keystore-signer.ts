import { bytesToHex } from 'viem';
import { sign } from 'viem/accounts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Signer } from '../ports/signer.ts';
import { damaged } from './keystore-file.ts';
import { listWallets } from './list-wallets.ts';
import { unseal } from './seal.ts';
import { readWalletFile } from './wallet-file.ts';
import { decodeSecret, deriveEvmKey } from './wallet-secret.ts';

/**
 * Opens every keystore of the data folder once; the keys stay in this process's memory. One file that does not open stops
 * the start: better than a wallet that fails when it has to sign.
 * @throws `KEYSTORE_PASSWORD_WRONG`, `KEYSTORE_DAMAGED`
 */
export async function createKeystoreSigner(options: { dataFolder: string; password: string }): Promise<Signer> {
  const keys = new Map<string, Uint8Array>();
  // One after another: each derivation takes 128 MiB.
  for (const { name } of await listWallets(options.dataFolder)) {
    keys.set(name, await openWallet(options.dataFolder, name, options.password));
  }
  return {
    async signDigest(keyRef, digest) {
      const key = keys.get(keyRef);
      if (!key) throw new FerrymanError('KEYSTORE_MISSING', `no keystore named ${keyRef} was there at the start`);
      const { r, s, yParity } = await sign({ hash: bytesToHex(digest), privateKey: bytesToHex(key) });
      if (yParity === undefined) throw new FerrymanError('INTERNAL', 'a signature came without its parity');
      return { r: BigInt(r), s: BigInt(s), yParity };
    },
    async signMessage(keyRef) {
      throw new FerrymanError('KEYSTORE_MISSING', `the keystore ${keyRef} holds no Ed25519 key`);
    },
  };
}

async function openWallet(dataFolder: string, name: string, password: string): Promise<Uint8Array> {
  const { path, keystore } = await readWalletFile(dataFolder, name);
  const secret = decodeSecret(keystore.header.secret.kind, await unseal(keystore, password, path));
  const { key, address } = await deriveEvmKey(secret);
  if (address !== keystore.header.address) throw damaged(path, 'its key belongs to another address');
  return key;
}

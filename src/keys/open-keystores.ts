import { bytesToHex } from 'viem';
import { sign } from 'viem/accounts';
import type { Family } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { definitionOf } from '../families/families.ts';
import type { Keys } from '../ports/keys.ts';
import { deriveKey } from './derive-key.ts';
import { ed25519Sign } from './ed25519.ts';
import type { Curve } from './family-keys.ts';
import { damaged, formOf } from './keystore-file.ts';
import { accountsOf, keystoreNames } from './list-wallets.ts';
import { unseal } from './seal.ts';
import { readWalletFile } from './wallet-file.ts';
import { decodeSecret } from './wallet-secret.ts';

/** Keys, and whose they are. */
export interface OpenKeystores extends Keys {
  /** The name of an account's key. `undefined`: no keystore has it. */
  keyRefOf(account: { family: Family; address: string }): string | undefined;
}

/**
 * Opens every keystore of the data folder once; the keys stay in this process's memory. A file that
 * does not open stops the start, because its wallet would fail at its first signature.
 * @throws `KEYSTORE_PASSWORD_WRONG`, `KEYSTORE_DAMAGED`
 */
export async function openKeystores(options: {
  dataFolder: string;
  password: string;
}): Promise<OpenKeystores> {
  const keys = new Map<string, OpenKey>();
  // One after another: each derivation takes 128 MiB.
  for (const name of await keystoreNames(options.dataFolder)) {
    for (const key of await openWallet(options.dataFolder, name, options.password))
      keys.set(key.keyRef, key);
  }
  const keyOf = (keyRef: string, curve: Curve): Uint8Array => {
    const found = keys.get(keyRef);
    if (!found)
      throw new FerrymanError(
        'KEYSTORE_MISSING',
        `the keystore ${keyRef} was not in the data folder at the start; restart the process`,
      );
    if (definitionOf(found.family).keys.curve === curve) return found.key;
    throw new FerrymanError('INTERNAL', `the keystore ${keyRef} holds no ${curve} key`);
  };
  const refs = new Map(
    [...keys.values()].map(({ keyRef, family, address }) => [nameOf({ family, address }), keyRef]),
  );
  return {
    keyRefOf: (account) => refs.get(nameOf(account)),
    async signDigest(keyRef, digest) {
      const privateKey = bytesToHex(keyOf(keyRef, 'secp256k1'));
      const { r, s, yParity } = await sign({ hash: bytesToHex(digest), privateKey });
      if (yParity === undefined) throw new FerrymanError('INTERNAL', 'a signature has no parity');
      return { r: BigInt(r), s: BigInt(s), yParity };
    },
    async signTaproot(keyRef, digest) {
      const key = keyOf(keyRef, 'secp256k1');
      const family = keys.get(keyRef)?.family;
      const signTaproot = family && definitionOf(family).keys.signTaproot;
      if (signTaproot) return signTaproot(key, digest);
      throw new FerrymanError('INTERNAL', `the keystore ${keyRef} holds no key of Bitcoin`);
    },
    async signMessage(keyRef, message) {
      return ed25519Sign(keyOf(keyRef, 'Ed25519'), message);
    },
  };
}

interface OpenKey {
  keyRef: string;
  family: Family;
  address: string;
  key: Uint8Array;
}

function nameOf({ family, address }: { family: Family; address: string }): string {
  return `${family} ${address}`;
}

async function openWallet(dataFolder: string, name: string, password: string): Promise<OpenKey[]> {
  const { path, keystore } = await readWalletFile(dataFolder, name);
  const secret = decodeSecret(keystore.header.secret.kind, await unseal(keystore, password, path));
  return Promise.all(
    accountsOf(keystore.header).map(async ({ keyRef, family, address, account }) => {
      const derived = await deriveKey(secret, formOf({ family, account }));
      if (address !== derived.address) throw damaged(path, 'its key belongs to another address');
      return { keyRef, family, address, key: derived.key };
    }),
  );
}

import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { initEccLib, networks, payments, type Signer } from 'bitcoinjs-lib';
import { SandboxError } from '../sandbox-error.ts';

initEccLib(ecc);

/** Addresses of this network (bcrt1…) differ from those of real networks. */
export const NETWORK = networks.regtest;

/** An account with one P2WPKH address. */
export interface BitcoinAccount extends Signer {
  readonly address: string;
  /** The output script of the address. */
  readonly script: Uint8Array;
}

/**
 * An account of the sandbox. Its key derives from its public role, so it has value only on the
 * sandbox's chain.
 */
export function bitcoinAccount(role: string): BitcoinAccount {
  const secretKey = createHash('sha256').update(`ferryman sandbox ${role} on BITCOIN`).digest();
  const publicKey = ecc.pointFromScalar(secretKey, true);
  const { address, output } = payments.p2wpkh({
    ...(publicKey === null ? {} : { pubkey: publicKey }),
    network: NETWORK,
  });
  if (publicKey === null || address === undefined || output === undefined) {
    throw new SandboxError('engine-failed', `The role ${role} yields no valid key.`);
  }
  return { address, script: output, publicKey, sign: (hash) => ecc.sign(hash, secretKey) };
}

import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { initEccLib, networks, payments, type Signer } from 'bitcoinjs-lib';
import { SandboxError } from '../sandbox-error.ts';

initEccLib(ecc);

/** What tells this chain's addresses (bcrt1…) from those of the networks that are real. */
export const NETWORK = networks.regtest;

/** Somebody who pays to and from one P2WPKH address. */
export interface BitcoinAccount extends Signer {
  readonly address: string;
  /** Of the outputs that pay to the address. */
  readonly script: Uint8Array;
}

/**
 * An account of the sandbox's own. Its key is made from its public role, so anybody can compute it:
 * it is worth something on the sandbox's chain only.
 */
export function bitcoinAccount(role: string): BitcoinAccount {
  const secretKey = createHash('sha256').update(`ferryman sandbox ${role} on BITCOIN`).digest();
  const publicKey = ecc.pointFromScalar(secretKey, true);
  const { address, output } = payments.p2wpkh({
    ...(publicKey === null ? {} : { pubkey: publicKey }),
    network: NETWORK,
  });
  if (publicKey === null || address === undefined || output === undefined) {
    throw new SandboxError('engine-failed', `The key of ${role} is none.`);
  }
  return { address, script: output, publicKey, sign: (hash) => ecc.sign(hash, secretKey) };
}

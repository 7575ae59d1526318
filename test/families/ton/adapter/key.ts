import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { tonNetworks } from '../../../../src/families/ton/formats/network.ts';
import type { TonWallet } from '../../../../src/families/ton/formats/wallet.ts';
import { tonWalletId } from '../../../../src/families/ton/formats/wallet.ts';
import type { TonWalletVersion } from '../../../../src/families/ton/formats/wallet-versions.ts';

/** RFC 8032, 7.1, test 1. */
const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});
export const publicKey = createPublicKey(privateKey)
  .export({ type: 'spki', format: 'der' })
  .subarray(-32);
/** As the packages of TON want it: the seed and the public key. */
export const secretKey = Buffer.concat([seed, publicKey]);

export const signDigest = async (digest: Uint8Array): Promise<Uint8Array> => {
  if (digest.length !== 32) throw new Error('a digest is 32 bytes');
  return sign(null, digest, privateKey);
};

export function aWallet(
  version: TonWalletVersion,
  network: number = tonNetworks.mainnet,
  subwallet = 0,
): TonWallet {
  return { version, publicKey, walletId: tonWalletId(version, { network, subwallet }) };
}

import { bytesToHex, type Hex } from 'viem';
import { sign } from 'viem/accounts';
import type { Keys, RecoverableSignature } from '../../../../src/ports/keys.ts';

/** Signs with private keys in memory, by key reference. `tamper` may change the signature. */
export function testKeys(
  keyOf: (keyRef: string) => Hex,
  tamper: (signature: RecoverableSignature) => RecoverableSignature = (signature) => signature,
): Keys {
  return {
    async signDigest(keyRef, digest) {
      const { r, s, yParity } = await sign({ hash: bytesToHex(digest), privateKey: keyOf(keyRef) });
      return tamper({ r: BigInt(r), s: BigInt(s), yParity: yParity! });
    },
    async signTaproot() {
      throw new Error('these keys sign no taproot');
    },
    async signMessage() {
      throw new Error('these keys are of secp256k1');
    },
  };
}

import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Signer } from '../ports/signer.ts';

/** Of a process that has no password for the keystores. */
export const noSigner: Signer = {
  async signDigest(keyRef) {
    throw withoutPassword(keyRef);
  },
  async signTaproot(keyRef) {
    throw withoutPassword(keyRef);
  },
  async signMessage(keyRef) {
    throw withoutPassword(keyRef);
  },
};

function withoutPassword(keyRef: string): FerrymanError {
  return new FerrymanError(
    'KEYSTORE_MISSING',
    `this process was started without a password for the keystore ${keyRef}`,
  );
}

import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OpenKeystores } from './open-keystores.ts';

/** The keys of a process that has no keystore password. */
export const noKeys: OpenKeystores = {
  keyRefOf: ({ address }) => address,
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
    `the keystore ${keyRef} is locked: this process was started without its password`,
  );
}

import type { FamilyKeys } from '../../../keys/family-keys.ts';
import { parseSecret } from '../../../keys/parse-secret.ts';
import {
  type BitcoinAccount,
  type BitcoinAccountChoice,
  bitcoinAccounts,
  type StoredBitcoinAccount,
} from './account.ts';
import { bitcoinPathOf } from './path.ts';
import { readWif } from './read-wif.ts';

const curve = 'secp256k1';

export const bitcoinKeys: FamilyKeys<BitcoinAccount, StoredBitcoinAccount, BitcoinAccountChoice> = {
  family: 'bitcoin',
  curve,
  addressPattern: /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{39,59}$/,
  phraseSchemes: ['phrase'],
  several: bitcoinAccounts,
  pathOf: bitcoinPathOf,
  async parseSecret(text, { family, network }, scheme) {
    return parseSecret(text, {
      family,
      curve,
      scheme,
      readExported: (key) => readWif(key, network),
    });
  },
  // The library is slow to load, and most wallets do not need it.
  async deriveKey(secret, { kind, network, index }) {
    const { deriveBitcoinKey } = await import('./derive-key.ts');
    return deriveBitcoinKey(secret, kind, network, index);
  },
  async signTaproot(key, digest) {
    const { taprootSign } = await import('./taproot-key.ts');
    return taprootSign(key, digest);
  },
};

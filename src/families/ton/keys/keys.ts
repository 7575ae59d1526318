import type { FamilyKeys } from '../../../keys/family-keys.ts';
import {
  type StoredTonAccount,
  type TonAccount,
  type TonAccountChoice,
  tonAccounts,
} from './account.ts';
import { tonPath } from './path.ts';

// The library is slow to load, and most wallets do not need it.
export const tonKeys: FamilyKeys<TonAccount, StoredTonAccount, TonAccountChoice> = {
  family: 'ton',
  curve: 'Ed25519',
  addressPattern: /^0:[0-9a-f]{64}$/,
  phraseSchemes: ['phrase', 'ton-phrase'],
  several: tonAccounts,
  pathOf: () => tonPath,
  async parseSecret(text, _form, scheme) {
    const { parseTonSecret } = await import('./secret.ts');
    return parseTonSecret(text, scheme);
  },
  async deriveKey(secret, { version, networkId: network, subwallet }) {
    const { deriveTonWallet } = await import('./derive-wallet.ts');
    const { key, address } = await deriveTonWallet(secret, { version, network, subwallet });
    return { key, address };
  },
};

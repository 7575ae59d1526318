import { onlyAccountKeys } from '../../../keys/only-account-keys.ts';
import { secp256k1Account } from '../../../keys/secp256k1-account.ts';
import { tronAddressOf } from '../formats/address.ts';

export const tronKeys = onlyAccountKeys({
  family: 'tron',
  curve: 'secp256k1',
  path: "m/44'/195'/0'/0/0",
  addressPattern: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  addressOf: (key) => tronAddressOf(secp256k1Account(key)),
});

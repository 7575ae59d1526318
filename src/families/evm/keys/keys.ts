import { onlyAccountKeys } from '../../../keys/only-account-keys.ts';
import { secp256k1Account } from '../../../keys/secp256k1-account.ts';

export const evmKeys = onlyAccountKeys({
  family: 'evm',
  curve: 'secp256k1',
  path: "m/44'/60'/0'/0/0",
  addressPattern: /^0x[0-9a-fA-F]{40}$/,
  addressOf: secp256k1Account,
});

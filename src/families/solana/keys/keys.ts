import { ed25519PublicKey } from '../../../keys/ed25519.ts';
import { onlyAccountKeys } from '../../../keys/only-account-keys.ts';
import { encodeBase58 } from '../../shared/formats/base58.ts';

export const solanaKeys = onlyAccountKeys({
  family: 'solana',
  curve: 'Ed25519',
  path: "m/44'/501'/0'/0'",
  addressPattern: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  addressOf: (key) => encodeBase58(ed25519PublicKey(key)),
});

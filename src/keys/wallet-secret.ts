/**
 * `phrase`: BIP-39, as in wallets of several families. `ton-phrase`: 24 words of TON's own scheme,
 * which has the same words and different keys (github.com/ton-blockchain/ton,
 * tonlib/keys/Mnemonic.cpp).
 */
export type PhraseScheme = 'phrase' | 'ton-phrase';

/** What a wallet's key is derived from. */
export type WalletSecret =
  | { kind: PhraseScheme; phrase: string }
  /** Of secp256k1, or the seed of an Ed25519 key, 32 bytes. */
  | { kind: 'private-key'; key: Uint8Array };

export function encodeSecret(secret: WalletSecret): Uint8Array {
  return secret.kind === 'private-key' ? secret.key : new TextEncoder().encode(secret.phrase);
}

export function decodeSecret(kind: WalletSecret['kind'], bytes: Uint8Array): WalletSecret {
  return kind === 'private-key'
    ? { kind, key: bytes }
    : { kind, phrase: new TextDecoder().decode(bytes) };
}

/**
 * Signs what a chain adapter has decoded and encoded again. Only a signer has them: nothing else calls
 * these with bytes of its own.
 */
export interface Keys {
  /**
   * Signs a 32-byte digest with the secp256k1 key behind `keyRef` (RFC 6979, low s). The chain
   * adapter computes the digest from the judged bytes. Throws `KEYSTORE_MISSING`.
   */
  signDigest(keyRef: string, digest: Uint8Array): Promise<RecoverableSignature>;
  /**
   * Signs a 32-byte digest with the secp256k1 key behind `keyRef`, tweaked for an output without
   * scripts (BIP-340, BIP-341, BIP-86). Returns 64 bytes. Throws `KEYSTORE_MISSING`.
   */
  signTaproot(keyRef: string, digest: Uint8Array): Promise<Uint8Array>;
  /**
   * Signs a message with the Ed25519 key behind `keyRef` (RFC 8032). Returns 64 bytes. Throws
   * `KEYSTORE_MISSING`.
   */
  signMessage(keyRef: string, message: Uint8Array): Promise<Uint8Array>;
}

export interface RecoverableSignature {
  /** 32 bytes each, big-endian. */
  r: bigint;
  s: bigint;
  /** 0 or 1. */
  yParity: number;
}

import { decodeBase58, encodeBase58 } from '../../shared/formats/base58.ts';

/** The system program's, 32 zero bytes. */
const zeroAddress = '11111111111111111111111111111111';

/**
 * Canonical form of a Solana address: 32 bytes in base58. An address need not be on the Ed25519
 * curve: mints and the vaults of multisig wallets are often derived ones, and these can own tokens.
 * The price is that a token account given in the place of its owner looks like any other address;
 * the guard notices it where a swap ends on the same chain.
 */
export function parseSolanaAddress(
  text: string,
): { ok: true; address: string } | { ok: false; fault: string } {
  const bytes = decodeBase58(text);
  if (bytes?.length !== 32 || encodeBase58(bytes) !== text) {
    return { ok: false, fault: 'an address is 32 bytes in base58' };
  }
  if (text === zeroAddress) return { ok: false, fault: 'nobody owns the address of zero bytes' };
  return { ok: true, address: text };
}

import { decodeBase58, encodeBase58 } from '../../shared/formats/base58.ts';

/** The system program's address, 32 zero bytes. */
const zeroAddress = '11111111111111111111111111111111';

/**
 * The canonical form of a Solana address: 32 bytes in base58. It may be off the Ed25519 curve,
 * because mints and multisig vaults are often derived addresses, and vaults can own tokens. So a
 * token account passes as an owner here. The guard refuses it for a swap on one chain.
 */
export function parseSolanaAddress(
  text: string,
): { ok: true; address: string } | { ok: false; fault: string } {
  const bytes = decodeBase58(text);
  if (bytes?.length !== 32 || encodeBase58(bytes) !== text) {
    return { ok: false, fault: 'an address is 32 bytes in base58' };
  }
  if (text === zeroAddress) return { ok: false, fault: 'the zero address has no owner' };
  return { ok: true, address: text };
}

import { decodeAbiParameters, type Hex, hexToString, size, trim } from 'viem';

/**
 * 2^256 has 78 digits, so more decimals than this make no sense (EIP-20's `decimals` is a `uint8`).
 */
export const maxDecimals = 77n;

/**
 * A token's symbol, for display only. Tokens older than EIP-20 (MKR, SAI) answer `bytes32`, some
 * answer nothing.
 */
export function symbolOf(answer: Hex): string {
  const text =
    size(answer) === 32 ? hexToString(trim(answer, { dir: 'right' })) : decodeString(answer);
  const printable = text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(0, 32);
  return printable === '' ? '?' : printable;
}

function decodeString(answer: Hex): string {
  try {
    return decodeAbiParameters([{ type: 'string' }], answer)[0];
  } catch {
    // Not an ABI string: there is no symbol to show.
    return '';
  }
}

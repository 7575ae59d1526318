import { decodeAbiParameters, type Hex, hexToString, size, trim } from 'viem';

/** EIP-20's `decimals` is a `uint8`, and no amount has more digits than 2^256. */
export const maxDecimals = 77n;

/**
 * A symbol is for people's eyes only; tokens from before EIP-20 settled (MKR, SAI) answer
 * `bytes32`, some nothing.
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

import { bytesToHex, type Hex, hexToBytes, size, zeroAddress } from 'viem';
import { decodeBase58, encodeBase58 } from '../base58.ts';
import type { Notation } from '../notation.ts';
import { SandboxError } from '../sandbox-error.ts';

/**
 * The routing service's address of the native coin. It differs from the wrapped coin's mint in one
 * letter.
 */
export const NATIVE_COIN = 'So11111111111111111111111111111111111111111';
/** The system program's address and the EVM's zero address are accepted, too. */
const NATIVE_COINS: readonly string[] = [
  NATIVE_COIN,
  '11111111111111111111111111111111',
  zeroAddress,
];

const ADDRESS_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The longest signature in base 58. Longer texts are not decoded. */
const MOST_CHARACTERS = 88;

/** Solana's notation: addresses and signatures in base 58. */
export const solanaNotation: Notation = {
  parseAddress: (text) => (NATIVE_COINS.includes(text) ? zeroAddress : parse(text, ADDRESS_BYTES)),
  renderAddress: (address) => (address === zeroAddress ? NATIVE_COIN : render(address)),
  parseTransactionId: (text) => parse(text, SIGNATURE_BYTES),
  renderTransactionId: render,
};

/**
 * Reads an address or a signature from the chain itself.
 * @throws {SandboxError} `engine-failed`
 */
export function fromBase58(text: string): Hex {
  const bytes = decodeBase58(text);
  if (bytes === undefined) throw new SandboxError('engine-failed', `${text} is not base 58.`);
  return bytesToHex(bytes);
}

function parse(text: string, bytes: number): Hex | undefined {
  const decoded = text.length > MOST_CHARACTERS ? undefined : decodeBase58(text);
  const hex = decoded === undefined ? undefined : bytesToHex(decoded);
  return hex !== undefined && size(hex) === bytes ? hex : undefined;
}

function render(hex: Hex): string {
  return encodeBase58(hexToBytes(hex));
}

import { createHash } from 'node:crypto';
import { decodeBase58, encodeBase58 } from '../../shared/formats/base58.ts';
import { littleEndian } from './instruction.ts';

export const systemProgram = '11111111111111111111111111111111';
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const;
/** The mint of wrapped SOL. */
export const nativeMint = 'So11111111111111111111111111111111111111112';

/**
 * Derives the associated token account of an owner, so that the guard trusts no other source
 * (spl.solana.com, associated token account).
 */
export function associatedAccount(owner: string, mint: string, program: string): string {
  const seeds = [owner, program, mint].map(bytesOf);
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256');
    for (const part of [...seeds, Uint8Array.of(bump), bytesOf(associatedTokenProgram)])
      hash.update(part);
    const address = hash.update('ProgramDerivedAddress').digest();
    if (!isOnCurve(address)) return encodeBase58(address);
  }
  throw new RangeError('the account cannot be derived');
}

/** The address derived from a base, a seed and a program (`createAccountWithSeed`). */
export function seededAddress(base: string, seed: Uint8Array, program: string): string {
  const hash = createHash('sha256').update(bytesOf(base)).update(seed).update(bytesOf(program));
  return encodeBase58(hash.digest());
}

/** RFC 8032: the field's prime, and the curve's `d`. */
const field = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Whether 32 bytes are a point of Ed25519, and so may have a private key: (y² - 1) / (d·y² + 1) is
 * a square.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const y = littleEndian(bytes) & (2n ** 255n - 1n);
  const square = (y * y) % field;
  const numerator = (square - 1n + field) % field;
  if (numerator === 0n) return true;
  // A fraction is a square if numerator times denominator is one (Euler's criterion).
  return power(numerator * ((d * square + 1n) % field), (field - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let factor = base % field;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % field;
    factor = (factor * factor) % field;
  }
  return result;
}

function bytesOf(address: string): Uint8Array {
  const bytes = decodeBase58(address);
  if (bytes?.length === 32) return bytes;
  throw new RangeError(`${address} is not an address`);
}

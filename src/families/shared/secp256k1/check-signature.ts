import { type Address, type Hex, numberToHex, recoverAddress } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { RecoverableSignature } from '../../../ports/keys.ts';

/**
 * Half the order of secp256k1. A larger `s` is the same signature in another form: EVM nodes refuse
 * it (EIP-2), and on TRON it gives other bytes for the same id.
 */
const largestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

export interface CheckedSignature {
  /** 32 bytes each. */
  r: Hex;
  s: Hex;
  /** 0 or 1. */
  yParity: number;
  /** The account that signed. */
  signer: Address;
}

/**
 * Checks that a signature over a 32-byte digest is low-s, and recovers its account. Throws
 * `SIGNATURE_MISMATCH`.
 */
export async function checkSignature(
  digest: Uint8Array,
  { r, s, yParity }: RecoverableSignature,
): Promise<CheckedSignature> {
  if (r <= 0n || s <= 0n || s > largestS)
    throw mismatch('the signature is not a low-s secp256k1 signature');
  if (yParity !== 0 && yParity !== 1) throw mismatch(`the signature's parity is ${yParity}`);
  try {
    const signature = { r: word(r), s: word(s), yParity };
    return { ...signature, signer: await recoverAddress({ hash: digest, signature }) };
  } catch (cause) {
    throw mismatch('the signature belongs to no account', cause);
  }
}

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

function mismatch(message: string, cause?: unknown): FerrymanError {
  return new FerrymanError('SIGNATURE_MISMATCH', message, { cause });
}

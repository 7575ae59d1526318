import { bytesToHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * The account of a key as EVM and TRON have it: twenty bytes of its public key's hash, in the form
 * of EIP-55. Throws `KEY_INVALID`.
 */
export function secp256k1Account(key: Uint8Array): `0x${string}` {
  try {
    return privateKeyToAddress(bytesToHex(key));
  } catch {
    // Zero, or not below the curve's order. Without the cause: it could quote the key.
    throw new FerrymanError('KEY_INVALID', 'the private key is not a number of the curve');
  }
}

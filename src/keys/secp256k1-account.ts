import { bytesToHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * The address of a key for EVM and TRON: twenty bytes of its public key's hash, in the form of
 * EIP-55. Throws `KEY_INVALID`.
 */
export function secp256k1Account(key: Uint8Array): `0x${string}` {
  try {
    return privateKeyToAddress(bytesToHex(key));
  } catch {
    // Zero, or not below the curve's order. Without the cause, which could quote the key.
    throw new FerrymanError('KEY_INVALID', 'the private key is not valid on secp256k1');
  }
}

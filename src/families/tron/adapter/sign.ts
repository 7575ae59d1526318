import { type Hex, isAddressEqual } from 'viem';
import type { SignedTransaction, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { Keys } from '../../../ports/keys.ts';
import { type CheckedSignature, checkSignature } from '../../shared/secp256k1/check-signature.ts';
import type { TronChain } from '../formats/chain.ts';
import { readProtobuf } from '../formats/read-protobuf.ts';
import { addressText, requireAccount } from './accounts.ts';
import { decodeRawData, digestOf, encodeSigned, mismatch } from './raw-data.ts';

/**
 * Signs exactly these bytes and verifies the result: the signed bytes must decode to the same raw
 * data, under a signature of our account. Throws `SIGNATURE_MISMATCH` otherwise.
 */
export async function sign(
  chain: TronChain,
  unsigned: UnsignedTransaction,
  keys: Keys,
  keyRef: string,
): Promise<SignedTransaction> {
  if (unsigned.chain !== chain.name)
    throw mismatch(`the transaction is for ${unsigned.chain}, not ${chain.name}`);
  const raw = decodeRawData(unsigned.bytes);
  const account = requireAccount(unsigned.account);
  if (!isAddressEqual(raw.owner, account))
    throw mismatch(`the bytes are from ${addressText(raw.owner)}, not from ${unsigned.account}`);
  const digest = digestOf(unsigned.bytes as Hex);
  const signature = await checkSignature(digest, await keys.signDigest(keyRef, digest));
  const bytes = encodeSigned(raw, signatureBytes(signature));

  if (rawDataIn(bytes) !== unsigned.bytes)
    throw mismatch('the signed transaction is not the unsigned one');
  if (!isAddressEqual(signature.signer, account)) {
    throw mismatch(
      `the signature is by ${addressText(signature.signer)}, not by ${unsigned.account}`,
    );
  }
  return { chain: chain.name, txId: Buffer.from(digest).toString('hex'), bytes };
}

/** The raw data in a signed transaction with exactly one signature and no other fields. */
function rawDataIn(bytes: Hex): string | undefined {
  const fields = readProtobuf(Buffer.from(bytes.slice(2), 'hex'));
  const [raw, signature] = [fields.get(1), fields.get(2)];
  if (fields.size !== 2 || !(raw instanceof Uint8Array) || !(signature instanceof Uint8Array))
    return undefined;
  return signature.length === 65 ? `0x${Buffer.from(raw).toString('hex')}` : undefined;
}

/** `r`, `s`, and the parity as tronweb encodes it: 27 or 28. */
function signatureBytes({ r, s, yParity }: CheckedSignature): Uint8Array {
  return Buffer.from(`${r.slice(2)}${s.slice(2)}${(27 + yParity).toString(16)}`, 'hex');
}

import { type Hex, hexToBytes, isAddressEqual, keccak256, serializeTransaction } from 'viem';
import type { SignedTransaction, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { Signer } from '../../../ports/signer.ts';
import { type CheckedSignature, checkSignature } from '../../shared/secp256k1/check-signature.ts';
import type { EvmChain } from '../formats/chain.ts';
import { requireAccount } from './require-account.ts';
import {
  type DecodedTransaction,
  decodeSigned,
  decodeUnsigned,
  mismatch,
  toSignable,
} from './unsigned-bytes.ts';

/**
 * Signs the exact bytes given, and believes nothing of what comes back: the signed bytes are
 * decoded again and must be the same transaction under our account's signature. Throws
 * `SIGNATURE_MISMATCH` otherwise.
 */
export async function sign(
  chain: EvmChain,
  unsigned: UnsignedTransaction,
  signer: Signer,
  keyRef: string,
): Promise<SignedTransaction> {
  if (unsigned.chain !== chain.name)
    throw mismatch(`the transaction is for ${unsigned.chain}, not ${chain.name}`);
  const decoded = decodeUnsigned(unsigned.bytes);
  if (decoded.chainId !== chain.chainId)
    throw mismatch(`the bytes are for chain id ${decoded.chainId}`);
  const digest = hexToBytes(keccak256(unsigned.bytes as Hex));
  const signature = await checkSignature(digest, await signer.signDigest(keyRef, digest));
  const signed = attach(decoded, signature);

  const again = serializeTransaction(toSignable(decodeSigned(signed)));
  if (again !== unsigned.bytes) throw mismatch('the signed transaction is not the unsigned one');
  if (!isAddressEqual(signature.signer, requireAccount(unsigned.account))) {
    throw mismatch(`the signature is by ${signature.signer}, not by ${unsigned.account}`);
  }
  return { chain: chain.name, txId: keccak256(signed), bytes: signed };
}

function attach(decoded: DecodedTransaction, { r, s, yParity }: CheckedSignature): Hex {
  // EIP-155 for legacy transactions; typed ones carry the parity itself.
  const v =
    decoded.type === 'legacy'
      ? BigInt(decoded.chainId) * 2n + 35n + BigInt(yParity)
      : BigInt(yParity);
  return serializeTransaction(toSignable(decoded), { r, s, yParity, v });
}

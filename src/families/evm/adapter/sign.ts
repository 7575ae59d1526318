import { type Hex, hexToBytes, isAddressEqual, keccak256, serializeTransaction } from 'viem';
import { ofFamily } from '../../../core/swap/of-family.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { Keys } from '../../../ports/keys.ts';
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
 * Signs exactly these bytes and verifies the result: the signed bytes must decode to the same
 * transaction, under a signature of our account. Throws `SIGNATURE_MISMATCH` otherwise.
 */
export async function sign(
  chain: EvmChain,
  unsigned: UnsignedTransaction,
  keys: Keys,
  keyRef: string,
): Promise<SignedTransaction> {
  if (unsigned.chain !== chain.name)
    throw mismatch(`the transaction is for ${unsigned.chain}, not ${chain.name}`);
  const decoded = decodeUnsigned(unsigned.bytes);
  if (decoded.chainId !== chain.chainId)
    throw mismatch(`the bytes are for chain id ${decoded.chainId}`);
  const { gasLimit, maxFeePerGas } = ofFamily(unsigned.fee, 'evm');
  if (decoded.gas !== gasLimit || decoded.maxFeePerGas !== maxFeePerGas)
    throw mismatch('the bytes pay another fee than is logged of them');
  const digest = hexToBytes(keccak256(unsigned.bytes as Hex));
  const signature = await checkSignature(digest, await keys.signDigest(keyRef, digest));
  const signed = attach(decoded, signature);

  const reencoded = serializeTransaction(toSignable(decodeSigned(signed)));
  if (reencoded !== unsigned.bytes)
    throw mismatch('the signed transaction is not the unsigned one');
  if (!isAddressEqual(signature.signer, requireAccount(unsigned.account))) {
    throw mismatch(`the signature is by ${signature.signer}, not by ${unsigned.account}`);
  }
  return { chain: chain.name, txId: keccak256(signed), bytes: signed };
}

function attach(decoded: DecodedTransaction, { r, s, yParity }: CheckedSignature): Hex {
  // Legacy transactions use EIP-155; typed ones carry the parity itself.
  const v =
    decoded.type === 'legacy'
      ? BigInt(decoded.chainId) * 2n + 35n + BigInt(yParity)
      : BigInt(yParity);
  return serializeTransaction(toSignable(decoded), { r, s, yParity, v });
}

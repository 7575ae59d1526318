import {
  type Address,
  type Hex,
  hexToBytes,
  isAddressEqual,
  keccak256,
  numberToHex,
  recoverAddress,
  serializeTransaction,
} from 'viem';
import type { EvmChain } from '../../core/chains.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import type { RecoverableSignature, Signer } from '../../ports/signer.ts';
import { requireAccount } from './require-account.ts';
import { type DecodedTransaction, decodeSigned, decodeUnsigned, mismatch, toSignable } from './unsigned-bytes.ts';

/** Half the order of secp256k1: a larger `s` is the same signature in another form, and refused by nodes (EIP-2). */
const largestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * Signs the exact bytes given, and believes nothing of what comes back: the signed bytes are decoded again and must be the
 * same transaction under our account's signature. Throws `SIGNATURE_MISMATCH` otherwise.
 */
export async function sign(
  chain: EvmChain,
  unsigned: UnsignedTransaction,
  signer: Signer,
  keyRef: string,
): Promise<SignedTransaction> {
  if (unsigned.chain !== chain.name) throw mismatch(`the transaction is for ${unsigned.chain}, not ${chain.name}`);
  const decoded = decodeUnsigned(unsigned.bytes);
  if (decoded.chainId !== chain.chainId) throw mismatch(`the bytes are for chain id ${decoded.chainId}`);
  const digest = keccak256(unsigned.bytes as Hex);
  const signature = await signer.signDigest(keyRef, hexToBytes(digest));
  const signed = attach(decoded, signature);

  const again = serializeTransaction(toSignable(decodeSigned(signed)));
  if (again !== unsigned.bytes) throw mismatch('the signed transaction is not the unsigned one');
  const recovered = await recover(digest, signature);
  if (!isAddressEqual(recovered, requireAccount(unsigned.account))) {
    throw mismatch(`the signature is by ${recovered}, not by ${unsigned.account}`);
  }
  return { chain: chain.name, txId: keccak256(signed), bytes: signed };
}

async function recover(digest: Hex, { r, s, yParity }: RecoverableSignature): Promise<Address> {
  try {
    return await recoverAddress({ hash: digest, signature: { r: word(r), s: word(s), yParity } });
  } catch (cause) {
    throw mismatch('the signature is nobody’s', cause);
  }
}

function attach(decoded: DecodedTransaction, { r, s, yParity }: RecoverableSignature): Hex {
  if (r <= 0n || s <= 0n || s > largestS) throw mismatch('the signature is not a low-s secp256k1 signature');
  if (yParity !== 0 && yParity !== 1) throw mismatch(`the signature's parity is ${yParity}`);
  // EIP-155 for legacy transactions; typed ones carry the parity itself.
  const v = decoded.type === 'legacy' ? BigInt(decoded.chainId) * 2n + 35n + BigInt(yParity) : BigInt(yParity);
  return serializeTransaction(toSignable(decoded), { r: word(r), s: word(s), yParity, v });
}

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

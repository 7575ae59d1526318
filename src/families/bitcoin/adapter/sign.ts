import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { crypto, script as scripts, Transaction } from 'bitcoinjs-lib';
import { assertNever } from '../../../core/assert-never.ts';
import type { Keys, RecoverableSignature } from '../../../ports/keys.ts';
import { isOwn, type OwnScripts } from '../formats/own-scripts.ts';
import { type Digest, digestOf } from './digest.ts';
import type { FundedTransaction } from './funded-transaction.ts';
import { decodeUnsigned } from './unsigned-bytes.ts';
import {
  decodeHex,
  decodeRaw,
  encodeHex,
  encodeTransaction,
  fromLibrary,
  mismatch,
  toLibrary,
} from './wire-transaction.ts';

/** Signs 32 bytes with the wallet's key. */
export interface BitcoinSigning {
  /** ECDSA (RFC 6979, low s), recoverable, as in `Keys`. */
  signDigest(digest: Uint8Array): ReturnType<Keys['signDigest']>;
  /**
   * Schnorr (BIP-340), 64 bytes, with the key tweaked for an output without scripts (BIP-341,
   * BIP-86).
   */
  signTaproot(digest: Uint8Array): Promise<Uint8Array>;
}

export interface SignedBitcoinTransaction {
  txId: string;
  /** Network serialization (BIP-144), 0x hex. */
  bytes: string;
}

/** Half the order of secp256k1: nodes relay no larger `s` (BIP-146). */
const largestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * Signs every input of exactly the given bytes, and does not trust the keys: decodes the signed
 * bytes again and requires the same transaction with a valid wallet signature in every input.
 * Throws `SIGNATURE_MISMATCH` otherwise.
 *
 * @param own the scripts of the wallet's key: all spent outputs must have one of them
 */
export async function sign(
  unsigned: string,
  own: OwnScripts,
  signing: BitcoinSigning,
): Promise<SignedBitcoinTransaction> {
  const funded = decodeUnsigned(unsigned);
  if (!funded.previousOutputs.every(({ script }) => isOwn(own, script))) {
    throw mismatch('the transaction spends a coin that is not the wallet’s');
  }
  const signed = toLibrary(funded.transaction);
  for (const index of funded.transaction.inputs.keys()) {
    signed.setWitness(index, await witnessOf(digestOf(funded, index), signing));
  }
  const bytes = encodeHex(signed.toBuffer());
  return { txId: checkSigned(funded, bytes), bytes };
}

/**
 * The id of signed bytes, if they are this transaction with a valid signature in every input.
 * Throws `SIGNATURE_MISMATCH`.
 */
export function checkSigned(funded: FundedTransaction, bytes: string): string {
  let signed: Transaction;
  try {
    signed = decodeRaw(decodeHex(bytes));
  } catch (cause) {
    throw mismatch('the signed bytes are not a transaction', cause);
  }
  const same =
    Buffer.compare(
      encodeTransaction(fromLibrary(signed)),
      encodeTransaction(funded.transaction),
    ) === 0;
  if (!same) throw mismatch('the signed transaction differs from the unsigned one');
  for (const [index, { script, witness }] of signed.ins.entries()) {
    if (script.length > 0)
      throw mismatch(`input ${index} has a script, which segregated witness does not allow`);
    if (!isSigned(digestOf(funded, index), witness)) {
      throw mismatch(`the signature of input ${index} is missing or not the wallet’s`);
    }
  }
  return signed.getId();
}

async function witnessOf(digest: Digest, signing: BitcoinSigning): Promise<Uint8Array[]> {
  switch (digest.kind) {
    case 'ecdsa': {
      const { compact, publicKey } = recover(
        digest.digest,
        await signing.signDigest(digest.digest),
      );
      return [scripts.signature.encode(compact, Transaction.SIGHASH_ALL), publicKey];
    }
    case 'schnorr':
      return [await signing.signTaproot(digest.digest)];
    default:
      return assertNever(digest, 'digest');
  }
}

function recover(digest: Uint8Array, { r, s, yParity }: RecoverableSignature) {
  if (r <= 0n || s <= 0n || s > largestS)
    throw mismatch('the signature is not a low-s secp256k1 signature');
  if (yParity !== 0 && yParity !== 1) throw mismatch(`the signature’s parity is ${yParity}`);
  const compact = Uint8Array.from(Buffer.concat([word(r), word(s)]));
  const publicKey = secp256k1.recover(digest, compact, yParity, true);
  if (!publicKey) throw mismatch('the signature has no public key');
  return { compact, publicKey };
}

function isSigned(digest: Digest, witness: readonly Uint8Array[]): boolean {
  const [signature, publicKey, ...more] = witness;
  if (!signature || more.length > 0) return false;
  try {
    switch (digest.kind) {
      case 'ecdsa': {
        if (!publicKey || Buffer.compare(crypto.hash160(publicKey), digest.keyHash) !== 0)
          return false;
        const { signature: compact, hashType } = scripts.signature.decode(signature);
        return (
          hashType === Transaction.SIGHASH_ALL &&
          secp256k1.verify(digest.digest, publicKey, compact, true)
        );
      }
      case 'schnorr':
        return (
          !publicKey &&
          signature.length === 64 &&
          secp256k1.verifySchnorr(digest.digest, digest.outputKey, signature)
        );
      default:
        return assertNever(digest, 'digest');
    }
  } catch {
    // The library throws for a malformed signature.
    return false;
  }
}

function word(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

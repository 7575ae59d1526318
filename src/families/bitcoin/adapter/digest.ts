import { Transaction } from 'bitcoinjs-lib';
import { assertNever } from '../../../core/assert-never.ts';
import { bitcoinScriptOf, readBitcoinScript } from '../formats/address.ts';
import type { FundedTransaction } from './funded-transaction.ts';
import { mismatch, toLibrary } from './wire-transaction.ts';

/** The digest that one input's signature signs. */
export type Digest =
  | {
      kind: 'ecdsa';
      /** 32 bytes, with SIGHASH_ALL (BIP-143). */
      digest: Uint8Array;
      /** HASH160 of the public key. */
      keyHash: Uint8Array;
    }
  | {
      kind: 'schnorr';
      /** 32 bytes, with SIGHASH_DEFAULT (BIP-341). It commits to all spent amounts and scripts. */
      digest: Uint8Array;
      /** The output key, 32 bytes. */
      outputKey: Uint8Array;
    };

/** Throws `SIGNATURE_MISMATCH` if Ferryman does not sign this kind of input. */
export function digestOf(
  { transaction, previousOutputs }: FundedTransaction,
  index: number,
): Digest {
  const previous = previousOutputs[index];
  const read = previous && readBitcoinScript(previous.script);
  if (!read) throw mismatch(`input ${index} spends a script without an address`);
  const { kind, payload } = read;
  const signed = toLibrary(transaction);
  switch (kind) {
    case 'p2wpkh': {
      const scriptCode = bitcoinScriptOf('p2pkh', payload);
      const digest = signed.hashForWitnessV0(
        index,
        scriptCode,
        previous.value,
        Transaction.SIGHASH_ALL,
      );
      return { kind: 'ecdsa', digest, keyHash: payload };
    }
    case 'p2tr': {
      const scripts = previousOutputs.map(({ script }) => script);
      const values = previousOutputs.map(({ value }) => value);
      const digest = signed.hashForWitnessV1(index, scripts, values, Transaction.SIGHASH_DEFAULT);
      return { kind: 'schnorr', digest, outputKey: payload };
    }
    case 'p2wsh':
    case 'p2pkh':
    case 'p2sh':
      throw mismatch(`input ${index} is neither P2WPKH nor P2TR`);
    default:
      return assertNever(kind, 'script kind');
  }
}

import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { isInscribing } from '../formats/rare-coins.ts';
import { maxSatoshis, type Outpoint, type PreviousOutput } from '../formats/read-transaction.ts';
import { decodeRaw, reasonOf } from './wire-transaction.ts';

/**
 * The output of an outpoint, from the whole transaction that created it. The transaction's hash is
 * its id, so the amount is proven. With an unproven amount, a signer could pay a hidden fee (the
 * fee attack on segregated witness, BIP-341, rationale of `sha_amounts`). Throws `RPC_MALFORMED`.
 *
 * @param raw with or without witnesses
 */
export function readPreviousOutput(raw: Uint8Array, { txid, vout }: Outpoint): PreviousOutput {
  try {
    const transaction = decodeRaw(raw);
    if (transaction.getId() !== txid) throw new Error(`its id is ${transaction.getId()}`);
    const output = transaction.outs[vout];
    if (!output) throw new Error(`it has ${transaction.outs.length} outputs`);
    if (output.value < 0n || output.value > maxSatoshis)
      throw new Error('an output holds more than the total supply');
    return {
      value: output.value,
      script: output.script,
      ...(transaction.ins.some(({ witness }) => isInscribing(witness))
        ? { isInscribed: true }
        : {}),
    };
  } catch (cause) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `the bytes are not the transaction ${txid}: ${reasonOf(cause)}`,
      {
        cause,
      },
    );
  }
}

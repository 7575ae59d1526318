import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { type BitcoinOutput, maxSatoshis, type Outpoint } from '../formats/read-transaction.ts';
import { decodeRaw, reasonOf } from './wire-transaction.ts';

/**
 * The output that an outpoint names, from the whole transaction that made it, whose hash is its id:
 * nobody can lie about the amount. Without it a signer pays what the amounts that it was told hide
 * (the fee attack on segregated witness, BIP-341, rationale of `sha_amounts`).
 *
 * @param raw as an endpoint or a PSBT has it, with witnesses or without. Throws `RPC_MALFORMED`.
 */
export function readPreviousOutput(raw: Uint8Array, { txid, vout }: Outpoint): BitcoinOutput {
  try {
    const transaction = decodeRaw(raw);
    if (transaction.getId() !== txid) throw new Error(`its id is ${transaction.getId()}`);
    const output = transaction.outs[vout];
    if (!output) throw new Error(`it has ${transaction.outs.length} outputs`);
    if (output.value < 0n || output.value > maxSatoshis)
      throw new Error('an output holds more than there is');
    return { value: output.value, script: output.script };
  } catch (cause) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `the transaction ${txid} is not what was given: ${reasonOf(cause)}`,
      {
        cause,
      },
    );
  }
}

import { opcodes, script, type Transaction } from 'bitcoinjs-lib';
import { classifyScript } from './classify-script.ts';
import { brokenRule, type Refusal } from './refusal.ts';

/** Bitcoin Core's MAX_STANDARD_TX_WEIGHT. */
const MOST_WEIGHT = 400_000;
/** Bitcoin Core's MIN_STANDARD_TX_NONWITNESS_SIZE. */
const LEAST_SIZE = 65;
const MOST_SCRIPT_SIG_SIZE = 1_650;
/** Bitcoin Core's MAX_OP_RETURN_RELAY up to version 29. */
const MOST_DATA_SIZE = 83;
/** First byte of the taproot annex, reserved for later use (BIP 341). */
const ANNEX_TAG = 0x50;

/**
 * Bitcoin Core's `IsStandardTx` (src/policy/policy.cpp, version 28): relay rules beyond consensus.
 * @returns undefined if nodes relay the transaction
 */
export function checkStandard(transaction: Transaction): Refusal | undefined {
  const { version, ins, outs } = transaction;
  // A coinbase exists only within its block.
  if (transaction.isCoinbase()) return brokenRule('coinbase');
  if (version < 1 || version > 3) return brokenRule('version');
  if (transaction.byteLength(false) < LEAST_SIZE) return brokenRule('tx-size-small');
  if (transaction.weight() > MOST_WEIGHT) return brokenRule('tx-size');
  for (const { script: scriptSig } of ins) {
    if (scriptSig.length > MOST_SCRIPT_SIG_SIZE) return brokenRule('scriptsig-size');
    if (!script.isPushOnly(script.decompile(scriptSig) ?? [opcodes.OP_INVALIDOPCODE])) {
      return brokenRule('scriptsig-not-pushonly');
    }
  }
  let dataOutputs = 0;
  for (const output of outs) {
    const kind = classifyScript(output.script);
    if (kind === 'op_return') dataOutputs++;
    if (
      kind === 'unknown' ||
      kind === 'empty' ||
      output.script.length > (kind === 'op_return' ? MOST_DATA_SIZE : 10_000)
    ) {
      return brokenRule('scriptpubkey');
    }
    if (output.value < dustLimit(output.script)) return brokenRule('dust');
  }
  return dataOutputs > 1 ? brokenRule('multi-op-return') : undefined;
}

/** Whether an input has a taproot annex, which nodes do not relay. */
export function hasAnnex(witness: readonly Uint8Array[]): boolean {
  return witness.length > 1 && witness.at(-1)?.[0] === ANNEX_TAG;
}

/** Bitcoin Core's DUST_RELAY_TX_FEE, in satoshis per virtual byte. */
const DUST_FEE_RATE = 3n;
/** Virtual bytes of the spending input: for a witness program, and for any other script. */
const WITNESS_INPUT_SIZE = 32n + 4n + 1n + 107n / 4n + 4n;
const INPUT_SIZE = 32n + 4n + 1n + 107n + 4n;

/**
 * The value below which spending an output costs more than it is worth (Bitcoin Core's
 * `GetDustThreshold`).
 * @returns satoshis: 294 for P2WPKH, 330 for P2TR, 546 for P2PKH
 */
function dustLimit(outputScript: Uint8Array): bigint {
  const kind = classifyScript(outputScript);
  if (kind === 'op_return') return 0n;
  const spendSize = /^v\d_/.test(kind) ? WITNESS_INPUT_SIZE : INPUT_SIZE;
  return DUST_FEE_RATE * (8n + 1n + BigInt(outputScript.length) + spendSize);
}

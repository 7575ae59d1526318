import { Buffer } from 'node:buffer';
import { opcodes, script } from 'bitcoinjs-lib';
import type { Block } from '../block.ts';
import { classifyScript, type ScriptKind } from '../classify-script.ts';
import { addressOf } from '../esplora/render-script.ts';
import { outpointsOf, type ResolvedTransaction } from '../resolved-transaction.ts';
import { Amount } from './amount.ts';

/** Bitcoin Core's names of output kinds (src/script/solver.cpp). */
const KINDS: Readonly<Record<ScriptKind, string>> = {
  empty: 'nonstandard',
  op_return: 'nulldata',
  p2pk: 'pubkey',
  p2pkh: 'pubkeyhash',
  p2sh: 'scripthash',
  v0_p2wpkh: 'witness_v0_keyhash',
  v0_p2wsh: 'witness_v0_scripthash',
  v1_p2tr: 'witness_v1_taproot',
  multisig: 'multisig',
  unknown: 'nonstandard',
};

/**
 * A transaction in the form of `getrawtransaction` (src/core_write.cpp, `TxToUniv`), without the
 * descriptors of scripts.
 */
export function renderTransaction(
  { txid, wire, bytes, spent, fee, virtualSize }: ResolvedTransaction,
  {
    hasPrevouts,
    heightOf,
  }: { readonly hasPrevouts: boolean; heightOf(txid: string): number | undefined },
): object {
  const outpoints = outpointsOf(wire);
  const isCoinbase = wire.isCoinbase();
  return {
    txid,
    hash: hex(wire.getHash(true).reverse()),
    version: wire.version,
    size: bytes.length,
    vsize: virtualSize,
    weight: wire.weight(),
    locktime: wire.locktime,
    vin: wire.ins.map(({ script: unlocking, sequence, witness }, index) => {
      const output = spent[index];
      const name = isCoinbase
        ? { coinbase: hex(unlocking) }
        : {
            ...outpoints[index],
            scriptSig: { asm: renderAssembly(unlocking), hex: hex(unlocking) },
          };
      return {
        ...name,
        ...(witness.length === 0 ? {} : { txinwitness: witness.map(hex) }),
        ...(hasPrevouts && output !== undefined
          ? {
              prevout: {
                generated: false,
                height: heightOf(output.txid),
                value: new Amount(output.value),
                scriptPubKey: renderOutputScript(output.script),
              },
            }
          : {}),
        sequence,
      };
    }),
    vout: wire.outs.map((output, n) => ({
      value: new Amount(output.value),
      n,
      scriptPubKey: renderOutputScript(output.script),
    })),
    ...(hasPrevouts && !isCoinbase ? { fee: new Amount(fee) } : {}),
    hex: hex(bytes),
  };
}

export function renderOutputScript(bytes: Uint8Array): object {
  const address = addressOf(bytes);
  return {
    asm: renderAssembly(bytes),
    hex: hex(bytes),
    ...(address === undefined ? {} : { address }),
    type: KINDS[classifyScript(bytes)],
  };
}

/** The members about the block. `confirmations` is 0 if the block was replaced. */
export function renderPlace(
  { hash, height, time }: Block,
  tipHeight: number,
  isBest: boolean,
): object {
  if (!isBest) return { blockhash: hash, confirmations: 0 };
  return { blockhash: hash, confirmations: tipHeight - height + 1, time, blocktime: time };
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** A script as bitcoind writes it: pushed data in hex, small numbers as numbers. */
function renderAssembly(bytes: Uint8Array): string {
  const chunks = script.decompile(bytes) ?? [];
  return chunks.map((chunk) => (typeof chunk === 'number' ? nameOf(chunk) : hex(chunk))).join(' ');
}

function nameOf(operation: number): string {
  const first = opcodes.OP_1;
  if (operation >= first && operation < first + 16) return `${operation - first + 1}`;
  if (operation === opcodes.OP_0) return '0';
  if (operation === opcodes.OP_1NEGATE) return '-1';
  return opcodes[operation] ?? 'OP_UNKNOWN';
}

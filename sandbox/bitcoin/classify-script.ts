import { Buffer } from 'node:buffer';
import { opcodes, script } from 'bitcoinjs-lib';

/** The kinds of output scripts that nodes distinguish. */
export type ScriptKind =
  | 'empty'
  | 'op_return'
  | 'p2pk'
  | 'p2pkh'
  | 'p2sh'
  | 'v0_p2wpkh'
  | 'v0_p2wsh'
  | 'v1_p2tr'
  | 'multisig'
  | 'unknown';

/** Templates in hex, where `..` matches any byte. */
const TEMPLATES: readonly (readonly [ScriptKind, RegExp])[] = [
  ['empty', /^$/],
  ['op_return', /^6a/],
  ['p2pk', /^(21(02|03)(..){32}|4104(..){64})ac$/],
  ['p2pkh', /^76a914(..){20}88ac$/],
  ['p2sh', /^a914(..){20}87$/],
  ['v0_p2wpkh', /^0014(..){20}$/],
  ['v0_p2wsh', /^0020(..){32}$/],
  ['v1_p2tr', /^5120(..){32}$/],
];

export function classifyScript(bytes: Uint8Array): ScriptKind {
  const hex = Buffer.from(bytes).toString('hex');
  const template = TEMPLATES.find(([, pattern]) => pattern.test(hex));
  if (template !== undefined) return template[0];
  const last = script.decompile(bytes)?.at(-1);
  return last === opcodes.OP_CHECKMULTISIG ? 'multisig' : 'unknown';
}

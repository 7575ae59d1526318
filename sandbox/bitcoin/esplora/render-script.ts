import { Buffer } from 'node:buffer';
import { address, opcodes, script } from 'bitcoinjs-lib';
import { NETWORK } from '../bitcoin-account.ts';
import { classifyScript } from '../classify-script.ts';

/** An output script with its address, if it has one. */
export interface RenderedScript {
  readonly scriptpubkey: string;
  readonly scriptpubkey_asm: string;
  readonly scriptpubkey_type: string;
  readonly scriptpubkey_address?: string;
}

export function renderOutputScript(bytes: Uint8Array): RenderedScript {
  const paidAddress = addressOf(bytes);
  const kind = classifyScript(bytes);
  return {
    scriptpubkey: Buffer.from(bytes).toString('hex'),
    scriptpubkey_asm: renderAssembly(bytes),
    scriptpubkey_type: kind === 'multisig' ? 'unknown' : kind,
    ...(paidAddress === undefined ? {} : { scriptpubkey_address: paidAddress }),
  };
}

/** The operations by name, with the length of each push, as Esplora writes them. */
export function renderAssembly(bytes: Uint8Array): string {
  const chunks = script.decompile(bytes) ?? [];
  return chunks
    .map((chunk) => (typeof chunk === 'number' ? nameOf(chunk) : renderPush(chunk)))
    .join(' ');
}

function renderPush(data: Uint8Array): string {
  const { length } = data;
  const operation = length < 0x4c ? `BYTES_${length}` : length <= 0xff ? 'DATA1' : 'DATA2';
  return `OP_PUSH${operation} ${Buffer.from(data).toString('hex')}`;
}

function nameOf(operation: number): string {
  const first = opcodes.OP_1;
  if (operation >= first && operation < first + 16) return `OP_PUSHNUM_${operation - first + 1}`;
  if (operation === opcodes.OP_0) return 'OP_0';
  if (operation === opcodes.OP_1NEGATE) return 'OP_PUSHNUM_NEG1';
  return opcodes[operation] ?? `OP_RETURN_${operation}`;
}

export function addressOf(bytes: Uint8Array): string | undefined {
  try {
    return address.fromOutputScript(bytes, NETWORK);
  } catch {
    return undefined;
  }
}

import { ECDH } from 'node:crypto';
import { bech32, bech32m } from '@scure/base';
import { bytesToHex, type Hex, hexToBytes, zeroAddress } from 'viem';
import type { ChainAddress, Notation, TransactionId } from '../notation.ts';
import { SandboxError } from '../sandbox-error.ts';

/** What addresses of the networks of regression tests begin with. */
const PREFIX = 'bcrt';

/**
 * By version: how its addresses are written (BIP 173, BIP 350), how long their programs are, and
 * the opcode that pushes it.
 */
const VERSIONS = [
  { version: 0, codec: bech32, programs: [20, 32], opcode: 0x00 },
  { version: 1, codec: bech32m, programs: [32], opcode: 0x51 },
] as const;

/**
 * Bitcoin's: addresses in bech32 and bech32m, which stand for output scripts; transaction ids
 * without `0x`. The coin goes by the EVM's zero address.
 */
export const bitcoinNotation: Notation = segwitNotation(PREFIX);

/**
 * The same for another chain that has taken it over. @param prefix what its addresses begin with
 */
export function segwitNotation(prefix: string): Notation {
  return {
    parseAddress: (text) => (text === zeroAddress ? zeroAddress : parseAddress(text, prefix)),
    renderAddress: (address) =>
      address === zeroAddress ? zeroAddress : renderAddress(address, prefix),
    parseTransactionId: (text) =>
      /^[0-9a-fA-F]{64}$/.test(text) ? asTransactionId(text.toLowerCase()) : undefined,
    renderTransactionId: (id) => id.slice(2),
  };
}

/** @param txid as it is written for people */
export function asTransactionId(txid: string): TransactionId {
  return `0x${txid}`;
}

function parseAddress(text: string, prefix: string): ChainAddress | undefined {
  for (const { version, codec, programs, opcode } of VERSIONS) {
    const decoded = codec.decodeUnsafe(text);
    if (!decoded || decoded.prefix !== prefix || decoded.words[0] !== version) continue;
    const program = codec.fromWordsUnsafe(decoded.words.slice(1));
    if (!program || !programs.some((length) => length === program.length)) return undefined;
    if (version === 1 && !isXOnlyKey(program)) return undefined;
    return bytesToHex(Uint8Array.of(opcode, program.length, ...program));
  }
  return undefined;
}

/** @throws {SandboxError} `engine-failed` for a script that has no such address */
function renderAddress(address: Hex, prefix: string): string {
  const [opcode, length, ...program] = hexToBytes(address);
  const form = VERSIONS.find(
    (one) => one.opcode === opcode && one.programs.some((known) => known === length),
  );
  if (form === undefined || program.length !== length) {
    throw new SandboxError('engine-failed', `${address} is no output script with an address.`);
  }
  return form.codec.encode(prefix, [form.version, ...form.codec.toWords(Uint8Array.from(program))]);
}

/**
 * Whether a point of the curve has this coordinate: otherwise what is paid to it is lost (BIP 341).
 */
function isXOnlyKey(key: Uint8Array): boolean {
  try {
    ECDH.convertKey(Uint8Array.of(2, ...key), 'secp256k1');
    return true;
  } catch {
    return false;
  }
}

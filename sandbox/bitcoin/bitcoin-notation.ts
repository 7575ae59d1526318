import { ECDH } from 'node:crypto';
import { bech32, bech32m } from '@scure/base';
import { bytesToHex, type Hex, hexToBytes, zeroAddress } from 'viem';
import type { ChainAddress, Notation, TransactionId } from '../notation.ts';
import { SandboxError } from '../sandbox-error.ts';

/** Prefix of regtest addresses. */
const PREFIX = 'bcrt';

/**
 * By witness version: address encoding (BIP 173, BIP 350), program lengths, and the opcode of the
 * version.
 */
const VERSIONS = [
  { version: 0, codec: bech32, programs: [20, 32], opcode: 0x00 },
  { version: 1, codec: bech32m, programs: [32], opcode: 0x51 },
] as const;

/**
 * Bitcoin's notation: bech32 and bech32m addresses for output scripts, transaction ids without
 * `0x`. The EVM's zero address stands for the coin.
 */
export const bitcoinNotation: Notation = segwitNotation(PREFIX);

/**
 * The same notation for another segwit chain.
 * @param prefix of its addresses
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

/** @param txid in display byte order */
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

/** @throws {SandboxError} `engine-failed` for a script without such an address */
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
 * Whether the curve has a point with this x coordinate. Otherwise payments to it are lost (BIP
 * 341).
 */
function isXOnlyKey(key: Uint8Array): boolean {
  try {
    ECDH.convertKey(Uint8Array.of(2, ...key), 'secp256k1');
    return true;
  } catch {
    return false;
  }
}

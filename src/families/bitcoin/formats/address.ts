import { createHash, ECDH } from 'node:crypto';
import { bech32, bech32m } from '@scure/base';
import { decodeBase58, encodeBase58 } from '../../shared/formats/base58.ts';

/*
 * Bitcoin addresses and their output scripts: base58check for P2PKH and P2SH (BIP-13; version bytes
 * of Bitcoin Core, chainparams.cpp), bech32 for segregated witness version 0 (BIP-173, BIP-141),
 * and bech32m for version 1 (BIP-350, BIP-341).
 */

/** `testnet` means all public test networks and signet, because they share addresses. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest';

export type BitcoinScriptKind = 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2pkh' | 'p2sh';

interface BitcoinAddress {
  /** Canonical: bech32 in lower case. */
  address: string;
  kind: BitcoinScriptKind;
  /** The output script (scriptPubKey). */
  script: Uint8Array;
}

export type ParsedBitcoinAddress = ({ ok: true } & BitcoinAddress) | { ok: false; fault: string };

interface AddressForms {
  /** The human-readable part of bech32. */
  prefix: 'bc' | 'tb' | 'bcrt';
  p2pkh: number;
  p2sh: number;
}

const forms: Readonly<Record<BitcoinNetwork, AddressForms>> = {
  mainnet: { prefix: 'bc', p2pkh: 0x00, p2sh: 0x05 },
  testnet: { prefix: 'tb', p2pkh: 0x6f, p2sh: 0xc4 },
  regtest: { prefix: 'bcrt', p2pkh: 0x6f, p2sh: 0xc4 },
};

const networks = ['mainnet', 'testnet', 'regtest'] as const;
const checksumBytes = 4;
const hashBytes = 20;

/** The script bytes before and after the hash, program or key of each kind. */
const scriptForms: Readonly<
  Record<BitcoinScriptKind, { before: readonly number[]; length: number; after: number[] }>
> = {
  // OP_0 or OP_1, and a push.
  p2wpkh: { before: [0x00, 20], length: 20, after: [] },
  p2wsh: { before: [0x00, 32], length: 32, after: [] },
  p2tr: { before: [0x51, 32], length: 32, after: [] },
  // OP_DUP OP_HASH160 <hash> OP_EQUALVERIFY OP_CHECKSIG
  p2pkh: { before: [0x76, 0xa9, 20], length: 20, after: [0x88, 0xac] },
  // OP_HASH160 <hash> OP_EQUAL
  p2sh: { before: [0xa9, 20], length: 20, after: [0x87] },
};
const scriptKinds = ['p2wpkh', 'p2wsh', 'p2tr', 'p2pkh', 'p2sh'] as const;

export function parseBitcoinAddress(text: string, network: BitcoinNetwork): ParsedBitcoinAddress {
  const separator = text.lastIndexOf('1');
  const prefix = text.slice(0, separator).toLowerCase();
  const named = networks.find((one) => forms[one].prefix === prefix);
  if (named !== undefined) {
    return named === network
      ? parseWitness(text)
      : { ok: false, fault: `the address is for ${named}, not for ${network}` };
  }
  return parseBase58(text, network);
}

/**
 * The output script of a hash (P2PKH, P2SH), a witness program or an output key. Throws
 * `RangeError` for a wrong length.
 */
export function bitcoinScriptOf(kind: BitcoinScriptKind, payload: Uint8Array): Uint8Array {
  const { before, length, after } = scriptForms[kind];
  if (payload.length !== length)
    throw new RangeError(`${kind} has ${length} bytes, not ${payload.length}`);
  return Uint8Array.from([...before, ...payload, ...after]);
}

/** The kind of an output script and its hash, program or key. `undefined` if it has no address. */
export function readBitcoinScript(
  script: Uint8Array,
): { kind: BitcoinScriptKind; payload: Uint8Array } | undefined {
  for (const kind of scriptKinds) {
    const { before, length, after } = scriptForms[kind];
    const payload = script.slice(before.length, before.length + length);
    const isOfKind =
      script.length === before.length + length + after.length &&
      before.every((byte, index) => script[index] === byte) &&
      after.every((byte, index) => script[before.length + length + index] === byte);
    // An output key that is not on the curve can never be spent (BIP-341).
    if (isOfKind) return kind === 'p2tr' && !isXOnlyKey(payload) ? undefined : { kind, payload };
  }
  return undefined;
}

/** The address of an output script, or `undefined` if it has none. */
export function bitcoinAddressOf(script: Uint8Array, network: BitcoinNetwork): string | undefined {
  const read = readBitcoinScript(script);
  if (read === undefined) return undefined;
  const { kind, payload } = read;
  const { prefix } = forms[network];
  switch (kind) {
    case 'p2wpkh':
    case 'p2wsh':
      return bech32.encode(prefix, [0, ...bech32.toWords(payload)]);
    case 'p2tr':
      return bech32m.encode(prefix, [1, ...bech32m.toWords(payload)]);
    case 'p2pkh':
    case 'p2sh':
      return encodeChecked(Uint8Array.of(forms[network][kind], ...payload));
  }
}

/**
 * Decodes base58check, whose last four bytes are from the double SHA-256. `undefined` for a wrong
 * checksum.
 */
export function decodeChecked(text: string): Uint8Array | undefined {
  const bytes = decodeBase58(text);
  if (bytes === undefined || bytes.length <= checksumBytes) return undefined;
  const payload = bytes.slice(0, -checksumBytes);
  return checksumOf(payload).equals(bytes.subarray(-checksumBytes)) ? payload : undefined;
}

function encodeChecked(payload: Uint8Array): string {
  return encodeBase58(Buffer.concat([payload, checksumOf(payload)]));
}

function parseBase58(text: string, network: BitcoinNetwork): ParsedBitcoinAddress {
  const bytes = decodeChecked(text);
  if (bytes?.length !== 1 + hashBytes) {
    return { ok: false, fault: 'an address is bech32, bech32m or base58 with its checksum' };
  }
  const kind = (['p2pkh', 'p2sh'] as const).find((one) => forms[network][one] === bytes[0]);
  if (kind === undefined) return { ok: false, fault: `the address is not for ${network}` };
  return { ok: true, address: text, kind, script: bitcoinScriptOf(kind, bytes.slice(1)) };
}

function parseWitness(text: string): ParsedBitcoinAddress {
  const version0 = decodeWitness(bech32, text);
  const later = decodeWitness(bech32m, text);
  const { version, program } = version0 ?? later ?? {};
  if (version === undefined || program === undefined)
    return { ok: false, fault: 'the checksum is wrong' };
  if ((version === 0) !== (version0 !== undefined)) {
    return {
      ok: false,
      fault: `witness version ${version} needs the other checksum (bech32 for 0, bech32m for others)`,
    };
  }
  const kind = witnessKind(version, program.length);
  if (kind === undefined)
    return { ok: false, fault: `witness version ${version} has no program of this length` };
  if (kind === 'p2tr' && !isXOnlyKey(program))
    return { ok: false, fault: 'the key is not on the curve' };
  return { ok: true, address: text.toLowerCase(), kind, script: bitcoinScriptOf(kind, program) };
}

function witnessKind(version: number, length: number): BitcoinScriptKind | undefined {
  if (version === 0 && length === 20) return 'p2wpkh';
  if (version === 0 && length === 32) return 'p2wsh';
  if (version === 1 && length === 32) return 'p2tr';
  return undefined;
}

function decodeWitness(
  codec: typeof bech32,
  text: string,
): { version: number | undefined; program: Uint8Array } | undefined {
  const decoded = codec.decodeUnsafe(text);
  if (!decoded) return undefined;
  const [version, ...words] = decoded.words;
  const program = codec.fromWordsUnsafe(words);
  return program ? { version, program: Uint8Array.from(program) } : undefined;
}

/** Whether 32 bytes are the x coordinate of a point of secp256k1 (BIP-340, lift_x). */
function isXOnlyKey(key: Uint8Array): boolean {
  try {
    ECDH.convertKey(Uint8Array.of(2, ...key), 'secp256k1', undefined, undefined, 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

function checksumOf(payload: Uint8Array): Buffer {
  return sha256(sha256(payload)).subarray(0, checksumBytes);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

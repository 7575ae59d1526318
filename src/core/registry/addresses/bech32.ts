import { crc32 } from 'node:zlib';
import { bech32, bech32m } from '@scure/base';
import type { AddressCodec } from '../../../families/shared/formats/address-form.ts';
import { decodeBase58 } from '../../../families/shared/formats/base58.ts';
import { anyOf, startsWith } from './codec.ts';

/** No limit: unified addresses of Zcash exceed the ninety letters of BIP-173. */
const anyLength = false;

type Codec = typeof bech32 | typeof bech32m;

/** @param lengths accepted lengths in bytes */
export function bech32Address(
  prefix: string,
  lengths: readonly number[],
  codec: Codec = bech32,
): AddressCodec {
  return (text) =>
    lengths.includes(decode(text, prefix, codec)?.length ?? -1) ? text.toLowerCase() : undefined;
}

/**
 * Cosmos SDK chains: accounts are 20 bytes, contracts and modules 32 (ADR-028).
 * @param prefix SLIP-173
 */
export function cosmos(prefix: string): AddressCodec {
  return bech32Address(prefix, [20, 32]);
}

/**
 * Segregated witness version 0 (BIP-173) and, if the chain has it, taproot (BIP-350).
 * @param prefix SLIP-173
 */
export function segwit(
  prefix: string,
  { taproot = true }: { taproot?: boolean } = {},
): AddressCodec {
  const version0 = witness(prefix, bech32, 0, [20, 32]);
  return taproot ? anyOf(version0, witness(prefix, bech32m, 1, [32])) : version0;
}

function witness(
  prefix: string,
  codec: Codec,
  version: number,
  lengths: readonly number[],
): AddressCodec {
  return (text) => {
    const decoded = codec.decodeUnsafe(text);
    if (decoded?.prefix !== prefix || decoded.words[0] !== version) return undefined;
    const program = codec.fromWordsUnsafe(decoded.words.slice(1));
    return program && lengths.includes(program.length) ? text.toLowerCase() : undefined;
  };
}

/**
 * Zcash's longer forms: Sapling (protocol specification 5.6.3.1), unified (ZIP-316, without
 * decoding its receivers), TEX (ZIP-320).
 */
export const shieldedZcash: AddressCodec = anyOf(
  bech32Address('zs', [43]),
  (text) => ((decode(text, 'u', bech32m)?.length ?? 0) >= 48 ? text.toLowerCase() : undefined),
  bech32Address('tex', [20], bech32m),
);

/**
 * Cardano (CIP-19), main network only: addresses with and without a stake part, and pointers, but
 * no stake-only addresses. Also Byron's: base58 of CBOR with CRC-32.
 */
export const cardano: AddressCodec = (text) => {
  const bytes = decode(text, 'addr', bech32);
  if (bytes !== undefined) return isShelley(bytes) ? text.toLowerCase() : undefined;
  const byron = decodeBase58(text, { most: 120 });
  return byron && isByron(Buffer.from(byron)) ? text : undefined;
};

/**
 * A CBOR array of two: an address as CBOR inside CBOR (tag 24), and its CRC-32 in four bytes, or
 * fewer if they are zero. Parsed manually, since CBOR decoders trust the claimed length of a list.
 * The address has 28 bytes, attributes and a kind; on a test network the attributes name it (key
 * 2).
 */
function isByron(bytes: Buffer): boolean {
  const length = bytes[4] ?? 0;
  const address = bytes.subarray(5, 5 + length);
  const sum = bytes.subarray(5 + length);
  const isWhole =
    startsWith(bytes, [0x82, 0xd8, 0x18, 0x58]) && address.length === length && length >= 33;
  const isMainnet =
    startsWith(address, [0x83, 0x58, 28]) &&
    (address[31] === 0xa0 || startsWith(address.subarray(31), [0xa1, 1]));
  return isWhole && isMainnet && readUnsigned(sum) === crc32(address);
}

/** An unsigned CBOR number that fills all the bytes. */
function readUnsigned(bytes: Buffer): number | undefined {
  if (bytes[0] === 0x1a && bytes.length === 5) return bytes.readUInt32BE(1);
  if (bytes[0] === 0x19 && bytes.length === 3) return bytes.readUInt16BE(1);
  return undefined;
}

function isShelley(bytes: Uint8Array): boolean {
  const [header = 0] = bytes;
  const kind = header >> 4;
  if ((header & 0x0f) !== 1) return false;
  if (kind <= 3) return bytes.length === 57;
  if (kind <= 5) return bytes.length > 31 && bytes.length <= 57;
  return kind <= 7 && bytes.length === 29;
}

/**
 * Cashaddr (Bitcoin Cash, cashaddr.md): keys and scripts by a hash of 20 bytes. The prefix is
 * optional.
 */
export function cashAddress(prefix: string): AddressCodec {
  const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  return (text) => {
    if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined;
    const lower = text.toLowerCase();
    const payload = lower.startsWith(`${prefix}:`) ? lower.slice(prefix.length + 1) : lower;
    const words = [...payload].map((letter) => alphabet.indexOf(letter));
    const prefixWords = [...prefix].map((letter) => letter.charCodeAt(0) & 0x1f);
    // A version byte, 20 bytes and 40 bits of checksum.
    if (words.length !== 42 || words.includes(-1) || polymod([...prefixWords, 0, ...words]) !== 0n)
      return undefined;
    const [version] = bech32.fromWordsUnsafe(words.slice(0, -8)) ?? [];
    return version === 0 || version === 8 ? `${prefix}:${payload}` : undefined;
  };
}

const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

function polymod(words: readonly number[]): bigint {
  let sum = 1n;
  for (const word of words) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of generators.entries())
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  }
  return sum ^ 1n;
}

function decode(text: string, prefix: string, codec: Codec): Uint8Array | undefined {
  const decoded = decodeUnlimited(text, codec);
  if (decoded?.prefix !== prefix) return undefined;
  return codec.fromWordsUnsafe(decoded.words) || undefined;
}

function decodeUnlimited(text: string, codec: Codec) {
  try {
    return codec.decode(text as `${string}1${string}`, anyLength);
  } catch {
    return undefined;
  }
}

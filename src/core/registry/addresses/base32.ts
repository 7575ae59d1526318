import { ardr, fil, stx } from '@ensdomains/address-encoder/coins';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js';
import { base32, base32nopad } from '@scure/base';
import type { AddressCodec } from '../../../families/shared/formats/address-form.ts';
import { decodedBy, sameBytes } from './codec.ts';

const decode = decodedBy((text) => base32.decode(text));
const decodeUnpadded = decodedBy((text) => base32nopad.decode(text));

/**
 * Algorand (developer.algorand.org, accounts): a public key and the last four bytes of its
 * SHA-512/256.
 */
export const algorand: AddressCodec = (text) => {
  const bytes = /^[A-Z2-7]{58}$/.test(text) ? decodeUnpadded(text) : undefined;
  return bytes && sameBytes(sha512_256(bytes.slice(0, 32)).slice(-4), bytes.slice(32))
    ? text
    : undefined;
};

/**
 * Stellar (SEP-23): accounts, and accounts with an id of eight bytes (muxed, M…). No contracts,
 * which take no payments.
 */
export const stellar: AddressCodec = (text) => {
  const bytes = decodeUnpadded(text);
  const isKnown =
    (bytes?.[0] === 6 << 3 && bytes.length === 35) ||
    (bytes?.[0] === 12 << 3 && bytes.length === 43);
  if (!bytes || !isKnown || base32nopad.encode(bytes) !== text) return undefined;
  const sum = crc16(bytes.slice(0, -2));
  return bytes.at(-2) === (sum & 0xff) && bytes.at(-1) === sum >> 8 ? text : undefined;
};

/**
 * NEM (NIS, technical reference 2.4): the network byte 0x68, a hash of 20 bytes, four bytes of
 * Keccak-256. May be written with dashes.
 */
export const nem: AddressCodec = (text) => {
  const plain = text.replaceAll('-', '');
  const bytes = /^N[A-Z2-7]{39}$/.test(plain) ? decode(plain) : undefined;
  return bytes?.[0] === 0x68 &&
    sameBytes(keccak_256(bytes.slice(0, 21)).slice(0, 4), bytes.slice(21))
    ? plain
    : undefined;
};

/** Symbol (docs.symbol.dev, account: address): the same with three bytes of SHA3-256. */
export const symbol: AddressCodec = (text) => {
  const plain = text.replaceAll('-', '');
  const bytes = /^N[A-Z2-7]{38}$/.test(plain) ? decode(`${plain}=`) : undefined;
  return bytes?.[0] === 0x68 && sameBytes(sha3_256(bytes.slice(0, 21)).slice(0, 3), bytes.slice(21))
    ? plain
    : undefined;
};

/**
 * Nano (docs.nano.org, the basics): a public key, and the reversed five bytes of its BLAKE2b, in an
 * alphabet of its own. `xrb_` is the old prefix.
 */
export const nano: AddressCodec = (text) => {
  const digits = /^(?:nano|xrb)_([13][13456789abcdefghijkmnopqrstuwxyz]{59})$/.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const alphabet = '13456789abcdefghijkmnopqrstuwxyz';
  let value = 0n;
  for (const digit of digits) value = (value << 5n) | BigInt(alphabet.indexOf(digit));
  const bytes = Buffer.from(value.toString(16).padStart(74, '0'), 'hex');
  const sum = blake2b(bytes.subarray(0, 32), { dkLen: 5 }).reverse();
  return sameBytes(sum, bytes.subarray(32)) ? `nano_${digits}` : undefined;
};

/**
 * Filecoin (spec.filecoin.io, addresses): keys, actors and BLS keys. No ids (f0), which have no
 * checksum.
 */
export const filecoin: AddressCodec = (text) =>
  /^f[123]/.test(text) && decodedBy(fil.decode)(text) ? text : undefined;

/** Stacks (SIP-005): SP and SM, with c32check. */
export const stacks: AddressCodec = (text) =>
  /^S[PM][0-9A-HJKMNP-TV-Z]{37,39}$/.test(text) && decodedBy(stx.decode)(text)?.length === 24
    ? text
    : undefined;

/** Ardor (ardordocs.jelurida.com, RS address format): Reed-Solomon over an account's id. */
export const ardor: AddressCodec = (text) =>
  /^ARDOR(-[2-9A-HJ-NP-Z]{4}){3}-[2-9A-HJ-NP-Z]{5}$/.test(text) && decodedBy(ardr.decode)(text)
    ? text
    : undefined;

/** CRC-16/XMODEM: polynomial 0x1021, initial value zero. */
function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum;
}

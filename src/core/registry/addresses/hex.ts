import { crc32 } from 'node:zlib';
import { flow as flowCoin } from '@ensdomains/address-encoder/coins';
import { blake2b } from '@noble/hashes/blake2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32 } from '@scure/base';
import { evmAddressForm } from '../../../families/evm/formats/address.ts';
import type { AddressCodec } from '../../../families/shared/formats/address-form.ts';
import { bech32Address } from './bech32.ts';
import { anyOf, decodedBy, sameBytes } from './codec.ts';

/** EVM (EIP-55), and VeChain, which uses the same form. */
export const evm: AddressCodec = evmAddressForm.codec;

/** XDC Network: the same account may begin with `xdc` instead of `0x`. */
export const xdc: AddressCodec = anyOf(evm, (text) =>
  text.startsWith('xdc') ? evm(`0x${text.slice(3)}`) : undefined,
);

/**
 * The same twenty bytes in bech32, as on Harmony (`one`) and IoTeX (`io`). The EVM form is
 * canonical.
 */
export function evmOrBech32(prefix: string): AddressCodec {
  const isAddress = bech32Address(prefix, [20]);
  return anyOf(evm, (text) => {
    const lower = isAddress(text);
    return lower === undefined ? undefined : evm(`0x${toHex(bech32.decodeToBytes(lower).bytes)}`);
  });
}

/**
 * 0x and 64 digits: Aptos, Sui, and IOTA since it moved to Sui's software. Leading zeros are
 * required, so that a lost digit is noticed.
 */
export const accountOf32Bytes: AddressCodec = (text) =>
  /^0x[0-9a-fA-F]{64}$/.test(text) && !/^0x0*$/.test(text) ? text.toLowerCase() : undefined;

/**
 * Starknet (starknet.js, getChecksumAddress): below the field's prime of 252 bits. Mixed case is a
 * checksum. The first digit is a zero, which is often omitted.
 */
export const starknet: AddressCodec = (text) => {
  const digits = /^0x(0?[0-9a-fA-F]{63})$/.exec(text)?.[1]?.padStart(64, '0');
  if (digits === undefined || BigInt(`0x${digits}`) >= 2n ** 251n || /^0*$/.test(digits))
    return undefined;
  const lower = `0x${digits.toLowerCase()}`;
  return digits === digits.toLowerCase() || `0x${digits}` === withStarknetChecksum(lower)
    ? lower
    : undefined;
};

function withStarknetChecksum(lower: string): string {
  const digits = lower.slice(2);
  const significant = digits.replace(/^0+/, '');
  const bytes = Buffer.from(
    significant.padStart(significant.length + (significant.length % 2), '0'),
    'hex',
  );
  const hash = BigInt(`0x${toHex(keccak_256(bytes))}`);
  const cased = [...digits].map((digit, index) =>
    (hash >> BigInt(255 - 4 * index)) & 1n ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/** ICON (docs.icon.community): `hx` for accounts, `cx` for contracts. */
export const icon: AddressCodec = (text) => (/^(hx|cx)[0-9a-f]{40}$/.test(text) ? text : undefined);

/** Aion (trustwallet/wallet-core, Aion/Address): 0xa0 and 31 bytes of the key's hash. */
export const aion: AddressCodec = (text) =>
  /^(0x)?a0[0-9a-fA-F]{62}$/.test(text) ? `0x${text.replace(/^0x/, '').toLowerCase()}` : undefined;

/** Kadena (docs.kadena.io, principal accounts): `k:` and the account's only key. */
export const kadena: AddressCodec = (text) => (/^k:[0-9a-f]{64}$/.test(text) ? text : undefined);

/** Sia (sia.tech, UnlockHash): 32 bytes and the first six of their BLAKE2b-256. */
export const sia: AddressCodec = (text) => {
  if (!/^[0-9a-f]{76}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'hex');
  return sameBytes(blake2b(bytes.subarray(0, 32), { dkLen: 32 }).slice(0, 6), bytes.subarray(32))
    ? text
    : undefined;
};

/**
 * Internet Computer (internetcomputer.org, ledger: account identifiers): 28 bytes after their
 * CRC-32. Principals own accounts, but are not account identifiers.
 */
export const internetComputer: AddressCodec = (text) => {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'hex');
  return bytes.readUInt32BE() === crc32(bytes.subarray(4)) ? text.toLowerCase() : undefined;
};

/** Casper (CEP-57): 01 (Ed25519) or 02 (secp256k1) and the key; mixed case is a checksum. */
export const casper: AddressCodec = (text) => {
  if (!/^(01[0-9a-fA-F]{64}|02[0-9a-fA-F]{66})$/.test(text)) return undefined;
  const key = text.slice(2);
  const claimsChecksum = key !== key.toLowerCase() && key !== key.toUpperCase();
  if (claimsChecksum && key !== withCasperChecksum(key.toLowerCase())) return undefined;
  return text.toLowerCase();
};

/**
 * The case of each letter is the next bit of the key's BLAKE2b-256, lowest bit of each byte first.
 */
function withCasperChecksum(lower: string): string {
  const hash = blake2b(Buffer.from(lower, 'hex'), { dkLen: 32 });
  let used = 0;
  const cased = [...lower].map((digit) => {
    if (digit < 'a') return digit;
    const bit = ((hash[(used >> 3) % 32] ?? 0) >> (used & 7)) & 1;
    used += 1;
    return bit ? digit.toUpperCase() : digit;
  });
  return cased.join('');
}

/**
 * Flow (developers.flow.com, accounts): eight bytes of a linear code, which detects one wrong
 * digit.
 */
export const flow: AddressCodec = (text) =>
  /^0x[0-9a-fA-F]{16}$/.test(text) && !/^0x0*$/.test(text) && decodedBy(flowCoin.decode)(text)
    ? text.toLowerCase()
    : undefined;

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

import { blake256 } from '@noble/hashes/blake1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58xmr, base58xrp } from '@scure/base';
import type { AddressCodec } from '../../../families/shared/formats/address-form.ts';
import { decodeBase58 } from '../../../families/shared/formats/base58.ts';
import { anyOf, decodedBy, sameBytes, startsWith } from './codec.ts';

type Hash = (bytes: Uint8Array) => Uint8Array;

const sha256d: Hash = (bytes) => sha256(sha256(bytes));

interface Base58Check {
  /** Accepted version bytes. */
  versions: readonly (readonly number[])[];
  /** Bytes after the version. Default: a hash of 20. */
  length?: number;
  /** The checksum is its first four bytes. Default: SHA-256 twice. */
  hash?: Hash;
  decode?: (text: string) => Uint8Array | undefined;
}

/** Base58 with four bytes of checksum (base58check). */
export function base58Check({
  versions,
  length = 20,
  hash = sha256d,
  decode = decodeLong,
}: Base58Check): AddressCodec {
  return (text) => {
    const payload = withoutChecksum(decode(text), 4, hash);
    const fits = versions.some(
      (version) => payload?.length === version.length + length && startsWith(payload, version),
    );
    return fits ? text : undefined;
  };
}

/** Forks of Bitcoin's code: a version byte for keys, and one or more for scripts. */
export function bitcoinLike(...versions: readonly number[]): AddressCodec {
  return base58Check({ versions: versions.map((version) => [version]) });
}

/**
 * Decred (docs.decred.org, addresses; dcrd chaincfg/mainnetparams.go): P2PKH of the three signature
 * suites and P2SH, with BLAKE-256 twice. Dk, a whole public key, is not in use.
 */
export const decred: AddressCodec = base58Check({
  versions: [
    [0x07, 0x3f],
    [0x07, 0x1f],
    [0x07, 0x01],
    [0x07, 0x1a],
  ],
  hash: (bytes) => blake256(blake256(bytes)),
});

/**
 * Waves (docs.waves.tech, address): version 1, the chain's letter W, a hash of 20 bytes, and four
 * bytes of Keccak-256 over BLAKE2b-256.
 */
export const waves: AddressCodec = base58Check({
  versions: [[1, 0x57]],
  hash: (bytes) => keccak_256(blake2b(bytes, { dkLen: 32 })),
});

const decodeXrp = decodedBy((text) => base58xrp.decode(text));

/** XRP Ledger (xrpl.org, addresses): classic addresses, version 0. */
const classicXrp = base58Check({ versions: [[0]], decode: decodeXrp });

/**
 * X-addresses (XLS-5): 05 44 on the main network, the account, a tag flag and eight bytes of tag.
 */
const xAddress = base58Check({ versions: [[0x05, 0x44]], length: 20 + 1 + 8, decode: decodeXrp });

export const xrp: AddressCodec = anyOf(classicXrp, xAddress);

const decodeMonero = decodedBy((text) => base58xmr.decode(text));

/**
 * Monero (cryptonote_config.h): 18 standard, 42 subaddress, each with two keys; 19 integrated, with
 * eight more bytes of payment id.
 */
export const monero: AddressCodec = anyOf(
  base58Check({ versions: [[18], [42]], length: 64, hash: keccak_256, decode: decodeMonero }),
  base58Check({ versions: [[19]], length: 72, hash: keccak_256, decode: decodeMonero }),
);

/** Tezos (octez, src/lib_crypto/base58.ml): tz1, tz2, tz3 and tz4 for keys, KT1 for contracts. */
export const tezos: AddressCodec = base58Check({
  versions: [
    [6, 161, 159],
    [6, 161, 161],
    [6, 161, 164],
    [6, 161, 166],
    [2, 90, 121],
  ],
});

/**
 * Mina (o1js, mina-signer): version byte 0xcb, two bytes for the encoding versions, and the key (x
 * and one bit of y).
 */
export const mina: AddressCodec = base58Check({ versions: [[0xcb, 1, 1]], length: 33 });

/** FIO (FIP-1, dev.fio.net): FIO and a compressed public key with four bytes of RIPEMD-160. */
export const fioKey: AddressCodec = (text) => {
  if (!text.startsWith('FIO')) return undefined;
  const key = withoutChecksum(decodeBase58(text.slice(3)), 4, ripemd160);
  return key?.length === 33 && (key[0] === 2 || key[0] === 3) ? text : undefined;
};

/**
 * Substrate (docs.polkadot.com, account formats: SS58) with a one-byte prefix, for accounts of 32
 * bytes.
 * @param prefix the network's, from paritytech/ss58-registry
 */
export function ss58(prefix: number): AddressCodec {
  const label = new TextEncoder().encode('SS58PRE');
  return (text) => {
    const account = withoutChecksum(decodeBase58(text), 2, (bytes) =>
      blake2b(Uint8Array.of(...label, ...bytes)),
    );
    return account?.length === 33 && account[0] === prefix ? text : undefined;
  };
}

/** The longest addresses are Monero's. */
function decodeLong(text: string): Uint8Array | undefined {
  return decodeBase58(text, { most: 120 });
}

function withoutChecksum(
  bytes: Uint8Array | undefined,
  length: number,
  hash: Hash,
): Uint8Array | undefined {
  if (bytes === undefined || bytes.length <= length) return undefined;
  const payload = bytes.slice(0, -length);
  return sameBytes(hash(payload).slice(0, length), bytes.slice(-length)) ? payload : undefined;
}

import { bytesToHex, hexToBytes, zeroAddress } from 'viem';
import type { ChainAddress, Notation } from '../notation.ts';

/*
 * TON addresses (TEP-2): raw, `0:` and 64 hex digits; or user-friendly, 36 bytes in base64 of
 * either alphabet: a tag, the workchain, 32 bytes, and their CRC-16. Does not use TON's libraries,
 * which load only with the chain.
 */

const BOUNCEABLE = 0x11;
const NON_BOUNCEABLE = 0x51;
const BASECHAIN = 0;
const RAW = /^0:([0-9a-fA-F]{64})$/;
const FRIENDLY = /^(?:[A-Za-z0-9+/]{48}|[A-Za-z0-9_-]{48})$/;
const HEX_ID = /^[0-9a-fA-F]{64}$/;
const BASE64_ID = /^(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43}=?)$/;

/**
 * TON's notation: basechain accounts, rendered bounceable; ids of transactions and external
 * messages in 64 hex digits, base64 accepted. The EVM's zero address stands for the native coin.
 */
export const tonNotation: Notation = {
  parseAddress(text) {
    if (text === zeroAddress) return zeroAddress;
    const hash = readRaw(text) ?? readFriendly(text);
    // The account of zero bytes has no owner.
    return hash?.some((byte) => byte !== 0) ? bytesToHex(hash) : undefined;
  },
  renderAddress: (address) => (address === zeroAddress ? zeroAddress : renderFriendly(address)),
  parseTransactionId(text) {
    if (HEX_ID.test(text)) return `0x${text.toLowerCase()}`;
    if (!BASE64_ID.test(text)) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    // The last letter carries two unused bits.
    const plain = text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
    return bytes.toString('base64url') === plain ? bytesToHex(bytes) : undefined;
  },
  renderTransactionId: (id) => id.slice(2),
};

/** @param address 32 bytes */
export function rawAddress(address: ChainAddress): string {
  return `${BASECHAIN}:${address.slice(2)}`;
}

function readRaw(text: string): Uint8Array | undefined {
  const digits = RAW.exec(text)?.[1];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}

/** @returns undefined also for test-only and masterchain addresses */
function readFriendly(text: string): Uint8Array | undefined {
  if (!FRIENDLY.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const [tag, workchain] = bytes;
  if ((tag !== BOUNCEABLE && tag !== NON_BOUNCEABLE) || workchain !== BASECHAIN) return undefined;
  return checksumOf(bytes.subarray(0, 34)).equals(bytes.subarray(34))
    ? bytes.subarray(2, 34)
    : undefined;
}

function renderFriendly(address: ChainAddress): string {
  const payload = Buffer.from([BOUNCEABLE, BASECHAIN, ...hexToBytes(address)]);
  return Buffer.concat([payload, checksumOf(payload)]).toString('base64url');
}

/** CRC-16 with the polynomial 0x1021 and a start of zero (XMODEM), big-endian. */
function checksumOf(payload: Uint8Array): Buffer {
  let sum = 0;
  for (const byte of payload) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return Buffer.from([sum >> 8, sum & 0xff]);
}

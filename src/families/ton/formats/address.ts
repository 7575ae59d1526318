/*
 * TON addresses (TEP-2): a workchain and 32 bytes. The raw form is `0:` and 64 hex digits. The
 * friendly form is 36 bytes in base64 (standard or URL alphabet): a tag with the bounceable and
 * test-only flags, the workchain, the 32 bytes, and their CRC-16.
 */

const bounceableTag = 0x11;
const nonBounceableTag = 0x51;
const testOnlyFlag = 0x80;

/** The base workchain and the masterchain. No others exist. */
type Workchain = 0 | -1;

export interface TonAddress {
  workchain: Workchain;
  /** 32 bytes. */
  hash: Uint8Array;
  /** The form of the text. The raw form has no flags. */
  form: { kind: 'raw' } | { kind: 'friendly'; bounceable: boolean; testOnly: boolean };
}

/** `undefined` for an invalid address, a wrong checksum, or an unknown workchain. */
export function readTonAddress(text: string): TonAddress | undefined {
  return readRaw(text) ?? readFriendly(text);
}

/** The canonical form: raw, in lower case. */
export function rawTonAddress({ workchain, hash }: Pick<TonAddress, 'workchain' | 'hash'>): string {
  return `${workchain}:${Buffer.from(hash).toString('hex')}`;
}

/**
 * The canonical form of a TON address in any form: raw, in lower case. Refuses a test-only address
 * on a main network (TEP-2).
 * @param isTestNetwork whether the address is used on a test network
 */
export function parseTonAddress(
  text: string,
  { isTestNetwork }: { isTestNetwork: boolean },
): { ok: true; address: string } | { ok: false; fault: string } {
  const read = readTonAddress(text);
  if (!read) {
    return {
      ok: false,
      fault: 'an address is 0: or -1: and 64 hex digits, or 48 base64 characters with a checksum',
    };
  }
  if (read.form.kind === 'friendly' && read.form.testOnly && !isTestNetwork) {
    return { ok: false, fault: 'the address is for test networks only' };
  }
  if (read.hash.every((byte) => byte === 0))
    return { ok: false, fault: 'the zero address has no owner' };
  return { ok: true, address: rawTonAddress(read) };
}

/**
 * The friendly form, in the URL alphabet. Throws `TypeError` for an invalid address.
 * @param address in any form
 */
export function friendlyTonAddress(
  address: string,
  { bounceable, testOnly = false }: { bounceable: boolean; testOnly?: boolean },
): string {
  const read = readTonAddress(address);
  if (!read) throw new TypeError('the text is not a TON address');
  const tag = (bounceable ? bounceableTag : nonBounceableTag) | (testOnly ? testOnlyFlag : 0);
  const payload = Buffer.from([tag, read.workchain & 0xff, ...read.hash]);
  return Buffer.concat([payload, checksumOf(payload)]).toString('base64url');
}

function readRaw(text: string): TonAddress | undefined {
  const parts = /^(0|-1):([0-9a-fA-F]{64})$/.exec(text);
  if (!parts) return undefined;
  const [, workchain, hash = ''] = parts;
  return {
    workchain: workchain === '0' ? 0 : -1,
    hash: Buffer.from(hash, 'hex'),
    form: { kind: 'raw' },
  };
}

function readFriendly(text: string): TonAddress | undefined {
  if (!/^(?:[A-Za-z0-9+/]{48}|[A-Za-z0-9_-]{48})$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const [tag = 0, workchainByte] = bytes;
  const workchain = workchainByte === 0 ? 0 : workchainByte === 0xff ? -1 : undefined;
  const kind = tag & ~testOnlyFlag;
  const isKnown = kind === bounceableTag || kind === nonBounceableTag;
  if (
    workchain === undefined ||
    !isKnown ||
    !checksumOf(bytes.subarray(0, 34)).equals(bytes.subarray(34))
  ) {
    return undefined;
  }
  return {
    workchain,
    hash: bytes.subarray(2, 34),
    form: {
      kind: 'friendly',
      bounceable: kind === bounceableTag,
      testOnly: (tag & testOnlyFlag) !== 0,
    },
  };
}

/** CRC-16/XMODEM (polynomial 0x1021, initial value 0), big-endian. */
function checksumOf(payload: Uint8Array): Buffer {
  let sum = 0;
  for (const byte of payload) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return Buffer.from([sum >> 8, sum & 0xff]);
}

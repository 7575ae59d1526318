import { beginCell, type Cell, type Slice } from '@ton/core';
import { rawTonAddress } from '../formats/address.ts';
import { maxTonMessages, type TonWalletVersion } from '../formats/wallet-versions.ts';

/*
 * Reads a wallet message bit by bit: V4R2 and V5R1 (github.com/ton-blockchain, wallet-contract and
 * wallet-contract-v5) and its messages (block.tlb, `MessageRelaxed`). Throws `RangeError` for
 * anything that Ferryman would not encode. Independent of the adapter's reader, so that builder and
 * guard do not share a mistake.
 */

export interface TonWire {
  version: TonWalletVersion;
  walletId: number;
  /** Seconds since the epoch. */
  validUntil: number;
  seqno: number;
  messages: readonly TonWireMessage[];
}

export interface TonWireMessage {
  /** Send mode. */
  mode: number;
  destination: string;
  bounce: boolean;
  value: bigint;
  stateInit: { hash: string; codeHash: string | undefined } | undefined;
  body: Cell;
}

/** Bits of the signed cell. V4 adds eight per message. */
const v5Bits = 130;
const v4Bits = 104;
const signedExternal = 0x7369676e;
const sendMessage = 0x0ec3c86d;

export function readTonWire(root: Cell): TonWire {
  return reading(() => (root.bits.length === v5Bits ? readV5(root) : readV4(root)));
}

function readV4(root: Cell): TonWire {
  const count = root.refs.length;
  if (count < 1 || count > maxTonMessages.v4r2 || root.bits.length !== v4Bits + 8 * count) {
    throw new RangeError('the length does not fit a wallet message');
  }
  const slice = root.beginParse();
  const head = {
    walletId: slice.loadUint(32),
    validUntil: slice.loadUint(32),
    seqno: slice.loadUint(32),
  };
  if (slice.loadUint(8) !== 0) throw new RangeError('the wallet operation does not send');
  const messages = Array.from({ length: count }, () =>
    readMessage(slice.loadUint(8), slice.loadRef()),
  );
  slice.endParse();
  return { version: 'v4r2', ...head, messages };
}

function readV5(root: Cell): TonWire {
  const slice = root.beginParse();
  if (slice.loadUint(32) !== signedExternal)
    throw new RangeError('the wallet operation does not send');
  const head = {
    walletId: slice.loadUint(32),
    validUntil: slice.loadUint(32),
    seqno: slice.loadUint(32),
  };
  const hasActions = slice.loadBit();
  if (!hasActions) throw new RangeError('the message sends nothing');
  const actions = slice.loadRef();
  if (slice.loadBit()) throw new RangeError('the message changes who may use the wallet');
  slice.endParse();
  return { version: 'v5r1', ...head, messages: readActions(actions) };
}

function readActions(last: Cell): TonWireMessage[] {
  const messages: TonWireMessage[] = [];
  let slice = last.beginParse();
  while (slice.remainingBits > 0) {
    if (messages.length === maxTonMessages.v5r1)
      throw new RangeError('the message has more actions than a wallet accepts');
    const before = slice.loadRef();
    if (slice.loadUint(32) !== sendMessage) throw new RangeError('an action does not send');
    messages.unshift(readMessage(slice.loadUint(8), slice.loadRef()));
    slice.endParse();
    slice = before.beginParse();
  }
  slice.endParse();
  if (messages.length === 0) throw new RangeError('the message sends nothing');
  return messages;
}

function readMessage(mode: number, cell: Cell): TonWireMessage {
  const slice = cell.beginParse();
  if (slice.loadBit()) throw new RangeError('a message is not internal');
  if (!slice.loadBit()) throw new RangeError('a message requests instant routing');
  const bounce = slice.loadBit();
  if (slice.loadBit()) throw new RangeError('a message is marked as bounced');
  if (slice.loadUint(2) !== 0) throw new RangeError('a message names its sender');
  const destination = readAddress(slice);
  const value = slice.loadCoins();
  if (slice.loadBit()) throw new RangeError('a message carries extra currencies');
  // The network sets fees and times: two zero amounts (4 bits each), logical time and time.
  if (slice.loadUint(8) !== 0 || slice.loadUintBig(64) !== 0n || slice.loadUint(32) !== 0) {
    throw new RangeError('a message sets fields that only the network sets');
  }
  const stateInit = readStateInit(slice, destination);
  const isReferenced = slice.loadBit();
  const body = isReferenced ? slice.loadRef() : slice.asCell();
  if (isReferenced) slice.endParse();
  return { mode, destination, bounce, value, stateInit, body };
}

function readAddress(slice: Slice): string {
  // `addr_std` without anycast.
  if (slice.loadUint(3) !== 0b100)
    throw new RangeError('the address of a message has an unknown form');
  const workchain = slice.loadInt(8);
  if (workchain !== 0 && workchain !== -1)
    throw new RangeError(`workchain ${workchain} does not exist`);
  return rawTonAddress({ workchain, hash: slice.loadBuffer(32) });
}

/** Its hash must be the destination's address. The network would discard it otherwise. */
function readStateInit(slice: Slice, destination: string): TonWireMessage['stateInit'] {
  if (!slice.loadBit()) return undefined;
  const isReferenced = slice.loadBit();
  const inner = isReferenced ? slice.loadRef().beginParse() : slice;
  const init = readInit(inner);
  if (isReferenced) inner.endParse();
  if (!destination.endsWith(`:${init.hash}`))
    throw new RangeError('a message carries the code of another account');
  return init;
}

function readInit(slice: Slice): { hash: string; codeHash: string | undefined } {
  if (slice.loadUint(2) !== 0)
    throw new RangeError('a message carries the state of a special account');
  const [code, data] = [slice.loadMaybeRef(), slice.loadMaybeRef()];
  if (slice.loadBit()) throw new RangeError('a message carries libraries');
  const init = beginCell()
    .storeUint(0, 2)
    .storeMaybeRef(code)
    .storeMaybeRef(data)
    .storeBit(false)
    .endCell();
  return { hash: init.hash().toString('hex'), codeHash: code?.hash().toString('hex') };
}

/** The library throws plain errors if a cell ends too early or has leftover bits. */
function reading<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof RangeError) throw cause;
    throw new RangeError('a cell ends too early or has leftover bits', { cause });
  }
}

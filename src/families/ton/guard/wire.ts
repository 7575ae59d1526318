import { beginCell, type Cell, type Slice } from '@ton/core';
import { rawTonAddress } from '../formats/address.ts';
import { maxTonMessages, type TonWalletVersion } from '../formats/wallet-versions.ts';

/*
 * What a wallet is asked to do, bit by bit: V4R2 and V5R1 (github.com/ton-blockchain,
 * wallet-contract and wallet-contract-v5) and the messages in it (block.tlb, `MessageRelaxed`).
 * Everything has to be as a wallet's message of ours is, with nothing beside it. Throws
 * `RangeError`. The adapter has a reader of its own: what builds the bytes and what judges them are
 * not to be wrong together.
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
  /** By what rules the wallet sends it. */
  mode: number;
  destination: string;
  bounce: boolean;
  value: bigint;
  stateInit: { hash: string; codeHash: string | undefined } | undefined;
  body: Cell;
}

/**
 * The bits of each version's message without its own: V4 has eight more for each of its messages.
 */
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
    throw new RangeError('no wallet has a message of this length');
  }
  const slice = root.beginParse();
  const head = {
    walletId: slice.loadUint(32),
    validUntil: slice.loadUint(32),
    seqno: slice.loadUint(32),
  };
  if (slice.loadUint(8) !== 0) throw new RangeError('the wallet is asked for more than to send');
  const messages = Array.from({ length: count }, () =>
    readMessage(slice.loadUint(8), slice.loadRef()),
  );
  slice.endParse();
  return { version: 'v4r2', ...head, messages };
}

function readV5(root: Cell): TonWire {
  const slice = root.beginParse();
  if (slice.loadUint(32) !== signedExternal)
    throw new RangeError('the wallet is asked for more than to send');
  const head = {
    walletId: slice.loadUint(32),
    validUntil: slice.loadUint(32),
    seqno: slice.loadUint(32),
  };
  const hasActions = slice.loadBit();
  if (!hasActions) throw new RangeError('the wallet is asked for nothing');
  const actions = slice.loadRef();
  if (slice.loadBit()) throw new RangeError('the wallet is asked to change who may use it');
  slice.endParse();
  return { version: 'v5r1', ...head, messages: readActions(actions) };
}

function readActions(last: Cell): TonWireMessage[] {
  const messages: TonWireMessage[] = [];
  let slice = last.beginParse();
  while (slice.remainingBits > 0) {
    if (messages.length === maxTonMessages.v5r1)
      throw new RangeError('there are more messages than a wallet sends');
    const before = slice.loadRef();
    if (slice.loadUint(32) !== sendMessage)
      throw new RangeError('the wallet is asked for an action that is not to send');
    messages.unshift(readMessage(slice.loadUint(8), slice.loadRef()));
    slice.endParse();
    slice = before.beginParse();
  }
  slice.endParse();
  if (messages.length === 0) throw new RangeError('the wallet is asked for nothing');
  return messages;
}

function readMessage(mode: number, cell: Cell): TonWireMessage {
  const slice = cell.beginParse();
  if (slice.loadBit()) throw new RangeError('a message is for nobody on the chain');
  if (!slice.loadBit()) throw new RangeError('a message asks for instant routing');
  const bounce = slice.loadBit();
  if (slice.loadBit()) throw new RangeError('a message says that it comes back');
  if (slice.loadUint(2) !== 0) throw new RangeError('a message names its sender');
  const destination = readAddress(slice);
  const value = slice.loadCoins();
  if (slice.loadBit()) throw new RangeError('a message takes other currencies along');
  // Fees and times are filled in when it is sent: two amounts of four bits where they are zero, 64
  // bits and 32.
  if (slice.loadUint(8) !== 0 || slice.loadUintBig(64) !== 0n || slice.loadUint(32) !== 0) {
    throw new RangeError('a message says what only the network may');
  }
  const stateInit = readStateInit(slice, destination);
  const isApart = slice.loadBit();
  const body = isApart ? slice.loadRef() : slice.asCell();
  if (isApart) slice.endParse();
  return { mode, destination, bounce, value, stateInit, body };
}

function readAddress(slice: Slice): string {
  // The form of 256 bits, with nothing rewritten in it.
  if (slice.loadUint(3) !== 0b100)
    throw new RangeError('a message is for an address of a form that is not known');
  const workchain = slice.loadInt(8);
  if (workchain !== 0 && workchain !== -1)
    throw new RangeError(`there is no workchain ${workchain}`);
  return rawTonAddress({ workchain, hash: slice.loadBuffer(32) });
}

/**
 * Its hash is the address of whom it is for: else it would be thrown away, or belong to another
 * account.
 */
function readStateInit(slice: Slice, destination: string): TonWireMessage['stateInit'] {
  if (!slice.loadBit()) return undefined;
  const isApart = slice.loadBit();
  const inner = isApart ? slice.loadRef().beginParse() : slice;
  const init = readInit(inner);
  if (isApart) inner.endParse();
  if (!destination.endsWith(`:${init.hash}`))
    throw new RangeError('a message brings the code of another account');
  return init;
}

function readInit(slice: Slice): { hash: string; codeHash: string | undefined } {
  if (slice.loadUint(2) !== 0)
    throw new RangeError('a message brings an account of a special kind');
  const [code, data] = [slice.loadMaybeRef(), slice.loadMaybeRef()];
  if (slice.loadBit()) throw new RangeError('a message brings libraries');
  const init = beginCell()
    .storeUint(0, 2)
    .storeMaybeRef(code)
    .storeMaybeRef(data)
    .storeBit(false)
    .endCell();
  return { hash: init.hash().toString('hex'), codeHash: code?.hash().toString('hex') };
}

/**
 * The library throws errors of no class of their own where a cell ends too early, or has something
 * left.
 */
function reading<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof RangeError) throw cause;
    throw new RangeError('a cell ends too early, or has something left over', { cause });
  }
}

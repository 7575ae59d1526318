import {
  Address,
  beginCell,
  type Cell,
  internal,
  loadMessageRelaxed,
  loadStateInit,
  storeMessageRelaxed,
  storeStateInit,
} from '@ton/core';
import { rawTonAddress } from '../formats/address.ts';
import { maxTonMessages, type TonWalletVersion } from '../formats/wallet-versions.ts';

/*
 * The wallet message that the owner signs: V4R2 (github.com/ton-blockchain/wallet-contract,
 * `wallet-v4-code.fc`) and V5R1 (github.com/ton-blockchain/wallet-contract-v5, `types.tlb`).
 * Supports only sending: no plugins, no extensions, no change of code or of signers.
 */

/**
 * The wallet pays fees separately from the value (+1). A message that cannot be sent is skipped and
 * does not revert the seqno (+2).
 */
const sendMode = 3;

const signedExternal = 0x7369676e;
const sendMessageAction = 0x0ec3c86d;
const simpleSend = 0;
/** Coins have at most fifteen bytes. */
const maxCoins = 1n << 120n;
/** Bits of the signed cell. V4 adds eight per message, so the length identifies the version. */
const v4Bits = 104;
const v5Bits = 130;

export interface WalletMessage {
  version: TonWalletVersion;
  /** 32 bits: the subwallet, and in V5R1 also the network. */
  walletId: number;
  /** The wallet refuses the message from this time on, in seconds since the epoch. */
  validUntil: number;
  seqno: number;
  messages: readonly OutgoingMessage[];
}

export interface OutgoingMessage {
  /** Canonical form. */
  destination: string;
  /** Whether it comes back if the destination refuses it or does not exist. */
  bounce: boolean;
  /** Nanotons. */
  value: bigint;
  body: Cell;
  /** Initial code and data of the destination's account. */
  stateInit: Cell | undefined;
}

/** The cell whose hash is signed. Throws `RangeError` if a value does not fit into its field. */
export function encodeWalletMessage({
  version,
  walletId,
  validUntil,
  seqno,
  messages,
}: WalletMessage): Cell {
  const max = maxTonMessages[version];
  if (messages.length === 0 || messages.length > max) {
    throw new RangeError(
      `a ${version} wallet sends 1 to ${max} messages at once, not ${messages.length}`,
    );
  }
  for (const field of [walletId, validUntil, seqno]) {
    if (!Number.isInteger(field) || field < 0 || field > 0xffff_ffff)
      throw new RangeError(`${field} does not fit into 32 bits`);
  }
  const cells = messages.map(encodeOutgoing);
  switch (version) {
    case 'v4r2': {
      const head = beginCell()
        .storeUint(walletId, 32)
        .storeUint(validUntil, 32)
        .storeUint(seqno, 32);
      head.storeUint(simpleSend, 8);
      for (const cell of cells) head.storeUint(sendMode, 8).storeRef(cell);
      return head.endCell();
    }
    case 'v5r1':
      return beginCell()
        .storeUint(signedExternal, 32)
        .storeUint(walletId, 32)
        .storeUint(validUntil, 32)
        .storeUint(seqno, 32)
        .storeMaybeRef(actionsOf(cells))
        .storeBit(false)
        .endCell();
  }
}

/**
 * Decodes the cell to sign. Encodes the result again and requires the same cell, so anything not
 * understood is refused, from another send mode to a leftover bit. Throws `RangeError`.
 */
export function decodeWalletMessage(cell: Cell): WalletMessage {
  const message = decodeByLength(cell);
  if (!encodeWalletMessage(message).equals(cell))
    throw new RangeError('the message contains more than Ferryman encodes');
  return message;
}

function decodeByLength(cell: Cell): WalletMessage {
  try {
    return cell.bits.length === v5Bits ? decodeV5(cell) : decodeV4(cell);
  } catch (cause) {
    if (cause instanceof RangeError) throw cause;
    // The library throws plain errors if a cell ends too early.
    throw new RangeError('the cell ends too early or has an invalid value', { cause });
  }
}

function decodeV4(cell: Cell): WalletMessage {
  const count = cell.refs.length;
  if (cell.bits.length !== v4Bits + 8 * count)
    throw new RangeError('the length does not fit a wallet message');
  const slice = cell.beginParse();
  const [walletId, validUntil, seqno] = [
    slice.loadUint(32),
    slice.loadUint(32),
    slice.loadUint(32),
  ];
  const operation = slice.loadUint(8);
  if (operation !== simpleSend)
    throw new RangeError(`the wallet operation ${operation} does not send`);
  const messages = Array.from({ length: count }, () => {
    requireMode(slice.loadUint(8));
    return decodeOutgoing(slice.loadRef());
  });
  return { version: 'v4r2', walletId, validUntil, seqno, messages };
}

function decodeV5(cell: Cell): WalletMessage {
  const slice = cell.beginParse();
  const operation = slice.loadUint(32);
  if (operation !== signedExternal)
    throw new RangeError(`the wallet operation ${operation} does not send`);
  const [walletId, validUntil, seqno] = [
    slice.loadUint(32),
    slice.loadUint(32),
    slice.loadUint(32),
  ];
  const actions = slice.loadMaybeRef();
  if (!actions) throw new RangeError('the message sends nothing');
  if (slice.loadBit()) throw new RangeError('the message changes who may use the wallet');
  return { version: 'v5r1', walletId, validUntil, seqno, messages: decodeActions(actions) };
}

/**
 * The last action is outermost, and each action contains the earlier ones (`OutList`,
 * github.com/ton-blockchain/ton, block.tlb).
 */
function actionsOf(messages: readonly Cell[]): Cell {
  return messages.reduce(
    (before, message) =>
      beginCell()
        .storeRef(before)
        .storeUint(sendMessageAction, 32)
        .storeUint(sendMode, 8)
        .storeRef(message)
        .endCell(),
    beginCell().endCell(),
  );
}

function decodeActions(last: Cell): OutgoingMessage[] {
  const messages: OutgoingMessage[] = [];
  let actions = last;
  while (actions.refs.length > 0) {
    if (messages.length === maxTonMessages.v5r1)
      throw new RangeError('the message has more actions than a wallet accepts');
    const slice = actions.beginParse();
    const before = slice.loadRef();
    const action = slice.loadUint(32);
    if (action !== sendMessageAction) throw new RangeError(`the action ${action} does not send`);
    requireMode(slice.loadUint(8));
    messages.push(decodeOutgoing(slice.loadRef()));
    actions = before;
  }
  return messages.reverse();
}

function requireMode(mode: number): void {
  if (mode !== sendMode) throw new RangeError(`a message has send mode ${mode}, not ${sendMode}`);
}

function encodeOutgoing({ destination, bounce, value, body, stateInit }: OutgoingMessage): Cell {
  if (value < 0n || value >= maxCoins)
    throw new RangeError(`${value} is not an amount in nanotons`);
  const message = internal({
    to: Address.parseRaw(destination),
    bounce,
    value,
    body,
    ...(stateInit ? { init: readStateInit(stateInit) } : {}),
  });
  return beginCell().store(storeMessageRelaxed(message)).endCell();
}

function decodeOutgoing(cell: Cell): OutgoingMessage {
  const { info, init, body } = loadMessageRelaxed(cell.beginParse());
  if (info.type !== 'internal') throw new RangeError('a message is not for an account');
  const { dest, bounce, value } = info;
  const { workChain: workchain, hash } = dest;
  if (workchain !== 0 && workchain !== -1)
    throw new RangeError(`workchain ${workchain} does not exist`);
  return {
    destination: rawTonAddress({ workchain, hash }),
    bounce,
    value: value.coins,
    body,
    stateInit: init ? beginCell().store(storeStateInit(init)).endCell() : undefined,
  };
}

function readStateInit(cell: Cell) {
  const init = loadStateInit(cell.beginParse());
  const again = beginCell().store(storeStateInit(init)).endCell();
  if (!again.equals(cell)) throw new RangeError('the state init is invalid');
  return init;
}

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
 * What a wallet is told by an external message and what its owner signs: V4R2
 * (github.com/ton-blockchain/wallet-contract, `wallet-v4-code.fc`) and V5R1
 * (github.com/ton-blockchain/wallet-contract-v5, `types.tlb`). Only sending is written and read
 * here. Plugins, extensions, and changes of the code or of who may sign are no messages of ours.
 */

/**
 * Fees are paid by the wallet beside the value (+1), and a message that cannot be sent does not
 * undo the seqno (+2).
 */
const sendMode = 3;

const signedExternal = 0x7369676e;
const sendMessageAction = 0x0ec3c86d;
const simpleSend = 0;
/** Coins are written in fifteen bytes at most. */
const maxCoins = 1n << 120n;
/**
 * Bits of what is signed: V4 has eight for each message; so the length tells one version from the
 * other.
 */
const v4Bits = 104;
const v5Bits = 130;

export interface WalletMessage {
  version: TonWalletVersion;
  /** Subwallet, and on V5R1 network: 32 bits. */
  walletId: number;
  /** Seconds since the epoch: from then on the wallet refuses it. */
  validUntil: number;
  seqno: number;
  messages: readonly OutgoingMessage[];
}

export interface OutgoingMessage {
  /** Canonical form. */
  destination: string;
  /** Whether it comes back where the destination refuses it or does not exist. */
  bounce: boolean;
  /** Nanotons. */
  value: bigint;
  body: Cell;
  /** Code and data that the destination's account is to start with. */
  stateInit: Cell | undefined;
}

/**
 * The cell whose hash is signed. Throws `RangeError` where something does not fit into its field.
 */
export function encodeWalletMessage({
  version,
  walletId,
  validUntil,
  seqno,
  messages,
}: WalletMessage): Cell {
  const most = maxTonMessages[version];
  if (messages.length === 0 || messages.length > most) {
    throw new RangeError(
      `a ${version} wallet sends 1 to ${most} messages at once, not ${messages.length}`,
    );
  }
  for (const field of [walletId, validUntil, seqno]) {
    if (!Number.isInteger(field) || field < 0 || field > 0xffff_ffff)
      throw new RangeError(`${field} has not 32 bits`);
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
 * Reads what is to be signed. What was read is written again and has to be the same cell: whatever
 * is not understood, from another mode to a bit left over, is refused. Throws `RangeError` with
 * what is wrong.
 */
export function decodeWalletMessage(cell: Cell): WalletMessage {
  const message = decodeByLength(cell);
  if (!encodeWalletMessage(message).equals(cell))
    throw new RangeError('it says more than is understood');
  return message;
}

function decodeByLength(cell: Cell): WalletMessage {
  try {
    return cell.bits.length === v5Bits ? decodeV5(cell) : decodeV4(cell);
  } catch (cause) {
    if (cause instanceof RangeError) throw cause;
    // The library throws errors of no class of their own where a cell ends too early.
    throw new RangeError('it ends too early, or says what cannot be', { cause });
  }
}

function decodeV4(cell: Cell): WalletMessage {
  const count = cell.refs.length;
  if (cell.bits.length !== v4Bits + 8 * count)
    throw new RangeError('it has the length of no wallet’s message');
  const slice = cell.beginParse();
  const [walletId, validUntil, seqno] = [
    slice.loadUint(32),
    slice.loadUint(32),
    slice.loadUint(32),
  ];
  const operation = slice.loadUint(8);
  if (operation !== simpleSend)
    throw new RangeError(`the wallet’s operation ${operation} is not to send`);
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
    throw new RangeError(`the wallet’s operation ${operation} is not to send`);
  const [walletId, validUntil, seqno] = [
    slice.loadUint(32),
    slice.loadUint(32),
    slice.loadUint(32),
  ];
  const actions = slice.loadMaybeRef();
  if (!actions) throw new RangeError('it sends nothing');
  if (slice.loadBit()) throw new RangeError('it changes who may use the wallet');
  return { version: 'v5r1', walletId, validUntil, seqno, messages: decodeActions(actions) };
}

/**
 * The last action is the outermost: each holds those before it (`OutList`,
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
      throw new RangeError('it has more actions than a wallet takes');
    const slice = actions.beginParse();
    const before = slice.loadRef();
    const action = slice.loadUint(32);
    if (action !== sendMessageAction) throw new RangeError(`the action ${action} is not to send`);
    requireMode(slice.loadUint(8));
    messages.push(decodeOutgoing(slice.loadRef()));
    actions = before;
  }
  return messages.reverse();
}

function requireMode(mode: number): void {
  if (mode !== sendMode)
    throw new RangeError(`a message is sent in mode ${mode} and not ${sendMode}`);
}

function encodeOutgoing({ destination, bounce, value, body, stateInit }: OutgoingMessage): Cell {
  if (value < 0n || value >= maxCoins) throw new RangeError(`${value} is no amount of nanotons`);
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
    throw new RangeError(`there is no workchain ${workchain}`);
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
  if (!again.equals(cell)) throw new RangeError('the state init is not one');
  return init;
}

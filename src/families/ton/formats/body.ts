import { beginCell, type Cell, type Slice } from '@ton/core';
import { rawTonAddress } from './address.ts';

/*
 * Bodies of messages between accounts: comments (docs.ton.org, "Internal messages") and what
 * jettons are moved by (TEP-74). The first 32 bits say what a body is. One that is not to the last
 * bit what these say is unknown, whatever it begins with.
 */

const operations = {
  comment: 0,
  transfer: 0x0f8a7ea5,
  internalTransfer: 0x178d4519,
  burn: 0x595f07bc,
  notification: 0x7362d09c,
  excesses: 0xd53276db,
} as const;

/**
 * Amounts of jettons are in their own base units, those of coins in nanotons; addresses are
 * canonical, absent where it says none.
 */
export type TonBody =
  | { kind: 'empty' }
  | { kind: 'comment'; text: string }
  | ({ kind: 'jetton_transfer' } & JettonTransfer)
  | {
      kind: 'jetton_burn';
      queryId: bigint;
      amount: bigint;
      responseDestination: string | undefined;
      customPayload: Cell | undefined;
    }
  | ({ kind: 'jetton_internal_transfer' } & JettonInternalTransfer)
  | {
      kind: 'jetton_notification';
      queryId: bigint;
      amount: bigint;
      sender: string | undefined;
      forwardPayload: Cell;
    }
  | { kind: 'jetton_excesses'; queryId: bigint }
  /** Absent: it has fewer than 32 bits. */
  | { kind: 'unknown'; operation: number | undefined };

/** Asked of the jetton wallet that pays. */
interface JettonTransfer {
  queryId: bigint;
  amount: bigint;
  /** Who owns the jettons afterwards. */
  destination: string | undefined;
  /** Who gets the coins that are left over. */
  responseDestination: string | undefined;
  customPayload: Cell | undefined;
  /** Nanotons that the new owner is sent along with the payload. */
  forwardAmount: bigint;
  /** Without a bit and a cell below it where there is none. */
  forwardPayload: Cell;
}

/** What a jetton wallet tells the one that receives. */
interface JettonInternalTransfer {
  queryId: bigint;
  amount: bigint;
  /** The owner before. */
  sender: string | undefined;
  responseDestination: string | undefined;
  forwardAmount: bigint;
  forwardPayload: Cell;
}

export function readTonBody(body: Cell): TonBody {
  if (body.bits.length === 0 && body.refs.length === 0) return { kind: 'empty' };
  if (body.isExotic || body.bits.length < 32) return { kind: 'unknown', operation: undefined };
  const slice = body.beginParse();
  const operation = slice.loadUint(32);
  try {
    const read = readOperation(operation, slice);
    // The last of a comment is in other cells.
    if (read && read.kind !== 'comment') slice.endParse();
    return read ?? { kind: 'unknown', operation };
  } catch {
    // Whatever does not fit into what its operation says may mean anything to whoever receives it.
    return { kind: 'unknown', operation };
  }
}

/**
 * The jettons that a message from one jetton wallet to another brings; zero where it is none. Their
 * amount stands in front: what is behind it, some write in ways of their own, and the wallet that
 * has taken the message looks at no more.
 */
export function readArrivingJettons(body: Cell): bigint {
  try {
    const slice = body.beginParse();
    return slice.loadUint(32) === operations.internalTransfer ? slice.skip(64).loadCoins() : 0n;
  } catch {
    return 0n;
  }
}

/**
 * Whether a message only says that jettons have arrived, or brings what is left of coins; by its
 * operation, whatever is behind that.
 */
export function isJettonsRemark(body: Cell): boolean {
  if (body.isExotic || body.bits.length < 32) return false;
  const operation = body.beginParse().loadUint(32);
  return operation === operations.notification || operation === operations.excesses;
}

function readOperation(operation: number, slice: Slice): TonBody | undefined {
  switch (operation) {
    case operations.comment:
      return { kind: 'comment', text: readText(slice) };
    case operations.transfer:
      return {
        kind: 'jetton_transfer',
        queryId: slice.loadUintBig(64),
        amount: slice.loadCoins(),
        destination: readAddress(slice),
        responseDestination: readAddress(slice),
        customPayload: slice.loadMaybeRef() ?? undefined,
        forwardAmount: slice.loadCoins(),
        forwardPayload: readEither(slice),
      };
    case operations.burn:
      return {
        kind: 'jetton_burn',
        queryId: slice.loadUintBig(64),
        amount: slice.loadCoins(),
        responseDestination: readAddress(slice),
        customPayload: slice.loadMaybeRef() ?? undefined,
      };
    case operations.internalTransfer:
      return {
        kind: 'jetton_internal_transfer',
        queryId: slice.loadUintBig(64),
        amount: slice.loadCoins(),
        sender: readAddress(slice),
        responseDestination: readAddress(slice),
        forwardAmount: slice.loadCoins(),
        forwardPayload: readEither(slice),
      };
    case operations.notification:
      return {
        kind: 'jetton_notification',
        queryId: slice.loadUintBig(64),
        amount: slice.loadCoins(),
        sender: readAddress(slice),
        forwardPayload: readEither(slice),
      };
    case operations.excesses:
      return { kind: 'jetton_excesses', queryId: slice.loadUintBig(64) };
    default:
      return undefined;
  }
}

/** Whole bytes, going on in the one cell below each (docs.ton.org, "snake" form), and UTF-8. */
function readText(first: Slice): string {
  const parts: Buffer[] = [];
  for (let slice: Slice | undefined = first; slice; ) {
    if (slice.remainingBits % 8 !== 0 || slice.remainingRefs > 1)
      throw new RangeError('it is no text');
    parts.push(slice.loadBuffer(slice.remainingBits / 8));
    const next: Cell | undefined = slice.remainingRefs === 1 ? slice.loadRef() : undefined;
    if (next?.isExotic) throw new RangeError('it is no text');
    slice = next?.beginParse();
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}

/** Only addresses of 256 bits in workchains that exist; or none. */
function readAddress(slice: Slice): string | undefined {
  const address = slice.loadMaybeAddress();
  if (!address) return undefined;
  const { workChain: workchain, hash } = address;
  if (workchain !== 0 && workchain !== -1)
    throw new RangeError(`there is no workchain ${workchain}`);
  return rawTonAddress({ workchain, hash });
}

/** In a cell of its own, or all that is left. */
function readEither(slice: Slice): Cell {
  if (slice.loadBit()) return slice.loadRef();
  const rest = beginCell().storeSlice(slice.clone()).endCell();
  slice.skip(slice.remainingBits);
  while (slice.remainingRefs > 0) slice.loadRef();
  return rest;
}

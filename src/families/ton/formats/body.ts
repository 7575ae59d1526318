import { beginCell, type Cell, type Slice } from '@ton/core';
import { rawTonAddress } from './address.ts';

/*
 * Bodies of internal messages: comments (docs.ton.org, "Internal messages") and jetton operations
 * (TEP-74). The first 32 bits are the operation. A body that does not match its operation exactly,
 * to the last bit, is `unknown`.
 */

const operations = {
  comment: 0,
  transfer: 0x0f8a7ea5,
  internalTransfer: 0x178d4519,
  burn: 0x595f07bc,
  notification: 0x7362d09c,
  excesses: 0xd53276db,
} as const;

/** Jetton amounts are in base units, coin amounts in nanotons. Addresses are canonical. */
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
  /** `operation` is absent if the body has fewer than 32 bits. */
  | { kind: 'unknown'; operation: number | undefined };

/** The owner's request to its own jetton wallet. */
interface JettonTransfer {
  queryId: bigint;
  amount: bigint;
  /** The new owner of the jettons. */
  destination: string | undefined;
  /** The receiver of the excess coins. */
  responseDestination: string | undefined;
  customPayload: Cell | undefined;
  /** Nanotons sent to the new owner with the payload. */
  forwardAmount: bigint;
  /** An empty cell if there is no payload. */
  forwardPayload: Cell;
}

/** The message from the paying to the receiving jetton wallet. */
interface JettonInternalTransfer {
  queryId: bigint;
  amount: bigint;
  /** The previous owner. */
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
    // A comment continues in other cells, and `readText` checks its end.
    if (read && read.kind !== 'comment') slice.endParse();
    return read ?? { kind: 'unknown', operation };
  } catch {
    // The receiver may interpret a malformed body in any way.
    return { kind: 'unknown', operation };
  }
}

/**
 * The jettons in a message between jetton wallets. Zero for any other message. Reads only up to the
 * amount, because some jettons encode the rest differently.
 */
export function readArrivingJettons(body: Cell): bigint {
  try {
    const slice = body.beginParse();
    return slice.loadUint(32) === operations.internalTransfer ? slice.skip(64).loadCoins() : 0n;
  } catch {
    return 0n;
  }
}

/** Whether a message is a jetton notification or returns excess coins, judged by its operation. */
export function isJettonNotice(body: Cell): boolean {
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

/** UTF-8 in whole bytes, continued in one referenced cell each (docs.ton.org, "snake" format). */
function readText(first: Slice): string {
  const parts: Buffer[] = [];
  for (let slice: Slice | undefined = first; slice; ) {
    if (slice.remainingBits % 8 !== 0 || slice.remainingRefs > 1)
      throw new RangeError('the comment is not a text');
    parts.push(slice.loadBuffer(slice.remainingBits / 8));
    const next: Cell | undefined = slice.remainingRefs === 1 ? slice.loadRef() : undefined;
    if (next?.isExotic) throw new RangeError('the comment is not a text');
    slice = next?.beginParse();
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}

/** A 256-bit address in an existing workchain, or none. */
function readAddress(slice: Slice): string | undefined {
  const address = slice.loadMaybeAddress();
  if (!address) return undefined;
  const { workChain: workchain, hash } = address;
  if (workchain !== 0 && workchain !== -1)
    throw new RangeError(`workchain ${workchain} does not exist`);
  return rawTonAddress({ workchain, hash });
}

/** TL-B `Either`: a referenced cell, or the rest of this one. */
function readEither(slice: Slice): Cell {
  if (slice.loadBit()) return slice.loadRef();
  const rest = beginCell().storeSlice(slice.clone()).endCell();
  slice.skip(slice.remainingBits);
  while (slice.remainingRefs > 0) slice.loadRef();
  return rest;
}

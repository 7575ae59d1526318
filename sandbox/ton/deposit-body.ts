import { beginCell, type Cell, type Slice } from '@ton/core';
import { type Hex, hexToBigInt, numberToHex } from 'viem';

/*
 * What tells a gateway of the sandbox what a deposit is for, in the body of a message of coins and
 * in the forward payload of jettons:
 *
 * deposit#46657279 query_id:uint64 order_id:bits256 terms:^[ destination_chain_id:uint64
 * destination_token:bits256
 *     receiver:bits256 minimum_out:(VarUInteger 16) deadline:uint64 ] = InternalMsgBody;
 *
 * Addresses of other chains are in 32 bytes, as gateways there have them.
 */

/** `Ferry` without its end, in ASCII. */
const DEPOSIT = 0x46657279;

/** What the guard's policy says of these bodies: the form above. */
const FIELDS = [
  { type: 'uint', bits: 64 },
  { type: 'uint', bits: 256 },
  {
    type: 'ref',
    fields: [
      { type: 'uint', bits: 64 },
      { type: 'uint', bits: 256 },
      { type: 'uint', bits: 256, role: 'receiver' },
      { type: 'coins', role: 'minimum' },
      { type: 'uint', bits: 64 },
    ],
  },
] as const;
export const GATEWAY_OPERATIONS = (['coins', 'jettons'] as const).map((kind) => ({
  operation: numberToHex(DEPOSIT, { size: 4 }),
  with: kind,
  fields: FIELDS,
}));

export interface DepositBody {
  /** 32 bytes, like token and receiver. */
  readonly orderId: Hex;
  readonly destinationChainId: bigint;
  readonly destinationToken: Hex;
  readonly receiver: Hex;
  /** In base units of the destination's token. */
  readonly minimumOut: bigint;
  /**
   * Unix seconds, as the payer set it. Later deposits are accepted too, because an account cannot
   * refuse them.
   */
  readonly deadline: bigint;
}

export function writeDepositBody(deposit: DepositBody): Cell {
  const { orderId, destinationChainId, destinationToken, receiver, minimumOut, deadline } = deposit;
  const terms = beginCell()
    .storeUint(destinationChainId, 64)
    .storeUint(hexToBigInt(destinationToken), 256)
    .storeUint(hexToBigInt(receiver), 256)
    .storeCoins(minimumOut)
    .storeUint(deadline, 64);
  return beginCell()
    .storeUint(DEPOSIT, 32)
    .storeUint(0, 64)
    .storeUint(hexToBigInt(orderId), 256)
    .storeRef(terms)
    .endCell();
}

/** @returns undefined if the cell is not such a body */
export function readDepositBody(body: Cell): DepositBody | undefined {
  if (body.isExotic || body.bits.length < 32) return undefined;
  const slice = body.beginParse();
  if (slice.loadUint(32) !== DEPOSIT) return undefined;
  try {
    slice.skip(64);
    const orderId = loadWord(slice);
    const terms = slice.loadRef().beginParse();
    slice.endParse();
    return {
      orderId,
      destinationChainId: terms.loadUintBig(64),
      destinationToken: loadWord(terms),
      receiver: loadWord(terms),
      minimumOut: terms.loadCoins(),
      deadline: terms.loadUintBig(64),
    };
  } catch {
    return undefined;
  }
}

function loadWord(slice: Slice): Hex {
  return numberToHex(slice.loadUintBig(256), { size: 32 });
}

import { ofFamily } from '../../../core/swap/of-family.ts';
import type { DecodedEffects } from '../../../guard/effects.ts';
import type { SimulatedChanges, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import { tronAddressOf } from '../formats/address.ts';
import { type ProtobufValue, readProtobuf } from '../formats/read-protobuf.ts';
import type { TronEffects } from './effects.ts';

/*
 * Field numbers, from the outside in: `Transaction.raw`, `Transaction.Contract`, `Any`, and
 * `TriggerSmartContract` or `TransferContract` (java-tron's protocol, core/Tron.proto,
 * core/contract/smart_contract.proto and balance_contract.proto).
 */
const raw = {
  referenceBytes: 1,
  referenceHash: 4,
  expiration: 8,
  contract: 11,
  timestamp: 14,
  feeLimit: 18,
} as const;
const contract = { type: 1, parameter: 2, permissionId: 5 } as const;
const any = { typeUrl: 1, value: 2 } as const;
const trigger = { owner: 1, target: 2, value: 3, data: 4, tokenValue: 5, tokenId: 6 } as const;

const transfer = { owner: 1, target: 2, value: 3 } as const;

/**
 * Other fields, by name. None belongs in a call by Ferryman, and only a memo (`data`) in a payment.
 */
const memoField = 10;
const rawExtras: ReadonlyMap<number, string> = new Map([
  [3, 'ref_block_num'],
  [9, 'auths'],
  [memoField, 'data'],
  [12, 'scripts'],
]);
const contractExtras: ReadonlyMap<number, string> = new Map([
  [3, 'provider'],
  [4, 'ContractName'],
]);

const triggerType = 31n;
const triggerUrl = 'type.googleapis.com/protocol.TriggerSmartContract';
const transferType = 1n;
const transferUrl = 'type.googleapis.com/protocol.TransferContract';

/** Bytes that Ferryman does not build, such as a node's `raw_data_hex`. */
const rule = 'T02';

/**
 * Decodes the raw data of a TRON transaction: one contract call, or one transfer of TRX. Accepts
 * only canonical protobuf and known fields, so that nothing is overlooked. Does not decode
 * contracts of other types.
 */
export function decodeTron(
  unsigned: UnsignedTransaction,
  simulation: SimulatedChanges,
): DecodedEffects<TronEffects> {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(unsigned.bytes))
    return { ok: false, fault: 'the bytes are not hexadecimal', rule };
  try {
    return { ok: true, effects: effectsOf(unsigned, simulation) };
  } catch (error) {
    const why = error instanceof RangeError ? error.message : 'unreadable';
    return { ok: false, fault: `the bytes are not an unsigned transaction (${why})`, rule };
  }
}

function effectsOf(
  { bytes, fee, expires }: UnsignedTransaction,
  simulation: SimulatedChanges,
): TronEffects {
  const fields = readProtobuf(Buffer.from(bytes.slice(2), 'hex'));
  const outer = new Fields(fields, [...Object.values(raw), ...rawExtras.keys()]);
  const inner = new Fields(readProtobuf(outer.bytes(raw.contract)), [
    ...Object.values(contract),
    ...contractExtras.keys(),
  ]);
  const type = inner.number(contract.type);
  const parameter = new Fields(readProtobuf(inner.bytes(contract.parameter)), Object.values(any));
  const typeUrl = Buffer.from(parameter.bytes(any.typeUrl)).toString('utf8');
  const isCall = type === triggerType && typeUrl === triggerUrl;
  const isTransfer = type === transferType && typeUrl === transferUrl;
  const read = isCall ? readCall : isTransfer ? readTransfer : undefined;
  const call = read?.(parameter.bytes(any.value));
  const memo = outer.bytes(memoField);
  const feeLimit = outer.number(raw.feeLimit);
  const { balanceChanges, allowanceChanges, authorityChanges, inspected } = simulation;
  const { bandwidthFee, feeLimit: estimated } = ofFamily(fee, 'tron');
  return {
    family: 'tron',
    contractType: isCall
      ? 'TriggerSmartContract'
      : isTransfer
        ? 'TransferContract'
        : `${type} ${typeUrl}`.slice(0, 100),
    memo: memo.length === 0 ? undefined : memo,
    owner: call?.owner,
    permissionId: inner.number(contract.permissionId),
    target: call?.target,
    selector: call && call.data.length >= 10 ? call.data.slice(0, 10) : undefined,
    data: call?.data ?? '0x',
    value: call?.value ?? 0n,
    tokenValue: call?.tokenValue ?? 0n,
    tokenId: call?.tokenId ?? 0n,
    feeLimit,
    estimatedFeeLimit: estimated,
    maximumFee: feeLimit + bandwidthFee,
    referenceBytes: Buffer.from(outer.bytes(raw.referenceBytes)).toString('hex'),
    referenceHash: Buffer.from(outer.bytes(raw.referenceHash)).toString('hex'),
    expiration: outer.number(raw.expiration),
    expires,
    timestamp: outer.number(raw.timestamp),
    extras: [...outer.present(rawExtras), ...inner.present(contractExtras)],
    balanceChanges,
    allowanceChanges,
    authorityChanges,
    inspected,
  };
}

interface Call {
  owner: string;
  target: string;
  /** Lower case. */
  data: string;
  value: bigint;
  tokenValue: bigint;
  tokenId: bigint;
}

function readCall(bytes: Uint8Array): Call {
  const fields = new Fields(readProtobuf(bytes), Object.values(trigger));
  return {
    owner: addressOf(fields.bytes(trigger.owner)),
    target: addressOf(fields.bytes(trigger.target)),
    data: `0x${Buffer.from(fields.bytes(trigger.data)).toString('hex')}`,
    value: fields.number(trigger.value),
    tokenValue: fields.number(trigger.tokenValue),
    tokenId: fields.number(trigger.tokenId),
  };
}

/** A transfer of coins to the target. */
function readTransfer(bytes: Uint8Array): Call {
  const fields = new Fields(readProtobuf(bytes), Object.values(transfer));
  return {
    owner: addressOf(fields.bytes(transfer.owner)),
    target: addressOf(fields.bytes(transfer.target)),
    data: '0x',
    value: fields.number(transfer.value),
    tokenValue: 0n,
    tokenId: 0n,
  };
}

function addressOf(bytes: Uint8Array): string {
  if (bytes.length !== 21 || bytes[0] !== 0x41)
    throw new RangeError('an address is not a TRON address');
  return tronAddressOf(Buffer.from(bytes.subarray(1)).toString('hex'));
}

/** Numbers are signed: larger ones are negative. */
const largestNumber = (1n << 63n) - 1n;

/** The fields of one message. Throws `RangeError` for an unknown field. */
class Fields {
  readonly #fields: ReadonlyMap<number, ProtobufValue>;

  constructor(fields: ReadonlyMap<number, ProtobufValue>, known: readonly number[]) {
    for (const field of fields.keys())
      if (!known.includes(field)) throw new RangeError(`field ${field} is unknown`);
    this.#fields = fields;
  }

  /** Zero if absent. */
  number(field: number): bigint {
    const value = this.#fields.get(field) ?? 0n;
    if (typeof value !== 'bigint') throw new RangeError(`field ${field} is not a number`);
    if (value > largestNumber) throw new RangeError(`field ${field} is negative`);
    return value;
  }

  /** Empty if absent. */
  bytes(field: number): Uint8Array {
    const value = this.#fields.get(field) ?? new Uint8Array();
    if (typeof value === 'bigint') throw new RangeError(`field ${field} is a number`);
    return value;
  }

  present(names: ReadonlyMap<number, string>): string[] {
    return [...names].flatMap(([field, name]) => (this.#fields.has(field) ? [name] : []));
  }
}

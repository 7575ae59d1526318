import { type Address, bytesToHex, getAddress, type Hash, type Hex, sha256 } from 'viem';
import { allBytesOf, bytesOf, type Fields, integerOf, readFields, writeField } from './protobuf.ts';

/**
 * The action of a transaction. The sandbox executes only these two contract types. Amounts are in
 * sun.
 */
export type TronContract =
  | {
      readonly type: 'TransferContract';
      readonly owner: Address;
      readonly to: Address;
      readonly amount: bigint;
    }
  | {
      readonly type: 'TriggerSmartContract';
      readonly owner: Address;
      readonly contract: Address;
      readonly callValue: bigint;
      readonly data: Hex;
    };

/** The signed data (`Transaction.raw` of java-tron's `Tron.proto`). */
export interface TronTransactionData {
  readonly contract: TronContract;
  /** Two bytes: the 7th and 8th of a block number. */
  readonly refBlockBytes: Hex;
  /** Eight bytes: the 9th to 16th of that block's id. */
  readonly refBlockHash: Hex;
  /** Unix milliseconds. */
  readonly expiration: bigint;
  /** Unix milliseconds. It has no effect but makes the id unique. */
  readonly timestamp: bigint;
  /** Maximum cost of the energy, in sun. */
  readonly feeLimit: bigint;
  /** The memo. */
  readonly memo: Hex;
}

export interface TronTransaction extends TronTransactionData {
  /** SHA-256 of the signed bytes. Nodes and wallets show it without `0x`. */
  readonly id: Hash;
  readonly rawData: Uint8Array;
  readonly signatures: readonly Hex[];
}

/** A valid transaction that the sandbox does not execute. */
export class UnsupportedTransaction extends Error {}

/** Field numbers of `Transaction.raw`. */
const FIELD = {
  refBlockBytes: 1,
  refBlockHash: 4,
  expiration: 8,
  memo: 10,
  contract: 11,
  timestamp: 14,
  feeLimit: 18,
};
const TRANSFER_TYPE = 1n;
const TRIGGER_TYPE = 31n;
const TYPE_URL = 'type.googleapis.com/protocol.';

/**
 * Reads a signed transaction.
 * @throws {RangeError} if the bytes are not a transaction
 * @throws {UnsupportedTransaction} for other contract types, several contracts, permissions and
 *   token values
 */
export function decodeTransaction(bytes: Uint8Array): TronTransaction {
  const fields = readFields(bytes);
  return decodeRawData(
    bytesOf(fields, 1),
    allBytesOf(fields, 2).map((bytes) => bytesToHex(bytes)),
  );
}

/** Decodes signed data with separate signatures. @throws as `decodeTransaction` */
export function decodeRawData(rawData: Uint8Array, signatures: readonly Hex[]): TronTransaction {
  const raw = readFields(rawData);
  const contracts = allBytesOf(raw, FIELD.contract);
  const [only] = contracts;
  if (only === undefined || contracts.length > 1)
    throw new UnsupportedTransaction('contract size should be exactly 1');
  return {
    id: transactionId(rawData),
    rawData,
    signatures,
    contract: decodeContract(readFields(only)),
    refBlockBytes: bytesToHex(bytesOf(raw, FIELD.refBlockBytes)),
    refBlockHash: bytesToHex(bytesOf(raw, FIELD.refBlockHash)),
    expiration: integerOf(raw, FIELD.expiration),
    timestamp: integerOf(raw, FIELD.timestamp),
    feeLimit: integerOf(raw, FIELD.feeLimit),
    memo: bytesToHex(bytesOf(raw, FIELD.memo)),
  };
}

export function transactionId(rawData: Uint8Array): Hash {
  return sha256(rawData);
}

/** Encodes the bytes to sign. */
export function encodeRawData(data: TronTransactionData): Uint8Array {
  const { contract } = data;
  const isTransfer = contract.type === 'TransferContract';
  const value = isTransfer
    ? [
        addressField(1, contract.owner),
        addressField(2, contract.to),
        writeField(3, contract.amount),
      ]
    : [
        addressField(1, contract.owner),
        addressField(2, contract.contract),
        writeField(3, contract.callValue),
        hexField(4, contract.data),
      ];
  const parameter = [
    writeField(1, Buffer.from(`${TYPE_URL}${contract.type}`)),
    writeField(2, Buffer.concat(value)),
  ];
  const wrapped = [
    writeField(1, isTransfer ? TRANSFER_TYPE : TRIGGER_TYPE),
    writeField(2, Buffer.concat(parameter)),
  ];
  return Buffer.concat([
    hexField(FIELD.refBlockBytes, data.refBlockBytes),
    hexField(FIELD.refBlockHash, data.refBlockHash),
    writeField(FIELD.expiration, data.expiration),
    hexField(FIELD.memo, data.memo),
    writeField(FIELD.contract, Buffer.concat(wrapped)),
    writeField(FIELD.timestamp, data.timestamp),
    writeField(FIELD.feeLimit, data.feeLimit),
  ]);
}

/** Size in bytes with the signatures. */
export function sizeOf({ rawData, signatures }: TronTransaction): number {
  const signed = signatures.map((signature) => hexField(2, signature));
  return Buffer.concat([writeField(1, rawData), ...signed]).length;
}

function decodeContract(fields: Fields): TronContract {
  const type = integerOf(fields, 1);
  const parameter = readFields(bytesOf(fields, 2));
  const value = readFields(bytesOf(parameter, 2));
  const permission = integerOf(fields, 5);
  if (permission !== 0n) throw new UnsupportedTransaction(`permission ${permission} isn't exist`);
  const name =
    type === TRANSFER_TYPE
      ? 'TransferContract'
      : type === TRIGGER_TYPE
        ? 'TriggerSmartContract'
        : undefined;
  if (name === undefined)
    throw new UnsupportedTransaction(`Contract type ${type} is not executed in this sandbox.`);
  if (Buffer.from(bytesOf(parameter, 1)).toString() !== `${TYPE_URL}${name}`) {
    throw new UnsupportedTransaction('contract type does not match its parameter');
  }
  const owner = addressOf(bytesOf(value, 1), 'Invalid ownerAddress!');
  if (name === 'TransferContract') {
    return {
      type: name,
      owner,
      to: addressOf(bytesOf(value, 2), 'Invalid toAddress!'),
      amount: integerOf(value, 3),
    };
  }
  if (integerOf(value, 5) !== 0n || integerOf(value, 6) !== 0n) {
    throw new UnsupportedTransaction('TRC-10 tokens do not exist in this sandbox.');
  }
  const contract = addressOf(bytesOf(value, 2), 'Invalid contract address!');
  return {
    type: name,
    owner,
    contract,
    callValue: integerOf(value, 3),
    data: bytesToHex(bytesOf(value, 4)),
  };
}

function addressOf(bytes: Uint8Array, otherwise: string): Address {
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new UnsupportedTransaction(otherwise);
  return getAddress(bytesToHex(bytes.subarray(1)));
}

function addressField(field: number, address: Address): Uint8Array {
  return writeField(field, Buffer.from(`41${address.slice(2)}`, 'hex'));
}

function hexField(field: number, hex: Hex): Uint8Array {
  return writeField(field, Buffer.from(hex.slice(2), 'hex'));
}

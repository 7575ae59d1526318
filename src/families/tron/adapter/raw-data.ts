import { createHash } from 'node:crypto';
import { utils } from 'tronweb';
import { type Address, type Hex, isHex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { addressHex } from './accounts.ts';

/**
 * The signed part of a TRON transaction (`Transaction.raw` in java-tron's protobuf), limited to the
 * fields that Ferryman uses.
 */
export interface RawData {
  type: 'TriggerSmartContract' | 'TransferContract';
  owner: Address;
  /** The called contract, or the receiver of a transfer. */
  to: Address;
  /** `0x` for a transfer. */
  data: Hex;
  /** Sun. */
  value: bigint;
  /** Sun. Zero for a transfer, which uses no energy. */
  feeLimit: bigint;
  /**
   * TAPOS: bytes 6 to 8 of a block's number and 8 to 16 of its id. The block must be among the
   * chain's last 65,536.
   */
  referenceBytes: string;
  referenceHash: string;
  /** Milliseconds since the epoch. */
  expiration: bigint;
  timestamp: bigint;
  /** The memo (`data`) in hex. Absent if there is none. */
  memo?: string;
}

/** The part of tronweb's protobuf objects that Ferryman uses. */
interface ProtobufTransaction {
  getRawData(): { serializeBinary(): Uint8Array };
  addSignature(signature: Uint8Array): void;
  serializeBinary(): Uint8Array;
}

/** What tronweb decodes from raw data of one of the two types. */
interface DecodedRawData {
  contract: readonly {
    Permission_id?: number;
    parameter: {
      value: {
        owner_address: string;
        contract_address?: string;
        to_address?: string;
        call_value?: number;
        amount?: number;
        data?: string;
      };
    };
  }[];
  ref_block_bytes: string;
  ref_block_hash: string;
  expiration: number;
  timestamp: number;
  fee_limit?: number;
  data?: string;
}

export function encodeRawData(raw: RawData): Hex {
  return toHex(toProtobuf(raw).getRawData().serializeBinary());
}

/** Throws `SIGNATURE_MISMATCH` if `encodeRawData` would encode the decoded content differently. */
export function decodeRawData(bytes: string): RawData {
  const raw = readRawData(bytes, 'TriggerSmartContract') ?? readRawData(bytes, 'TransferContract');
  if (!raw) throw mismatch('the bytes are not a canonical call or transfer');
  return raw;
}

/** The signed transaction as nodes accept it: raw data and signature. */
export function encodeSigned(raw: RawData, signature: Uint8Array): Hex {
  const transaction = toProtobuf(raw);
  transaction.addSignature(signature);
  return toHex(transaction.serializeBinary());
}

/** SHA-256 of the raw data: the transaction's id, and the digest that is signed. */
export function digestOf(bytes: Hex): Uint8Array {
  return createHash('sha256').update(bytes.slice(2), 'hex').digest();
}

export function mismatch(message: string, cause?: unknown): FerrymanError {
  return new FerrymanError('SIGNATURE_MISMATCH', message, { cause });
}

/**
 * tronweb decodes bytes as the type that its caller names. Bytes of another type give other bytes,
 * or an error.
 */
function readRawData(bytes: string, type: RawData['type']): RawData | undefined {
  if (!isHex(bytes)) throw mismatch('the bytes are not hexadecimal');
  try {
    const raw = fromTronweb(
      type,
      utils.deserializeTx.deserializeTransaction(type, bytes.slice(2)) as DecodedRawData,
    );
    return encodeRawData(raw) === bytes ? raw : undefined;
  } catch {
    // The bytes are not of this type.
    return undefined;
  }
}

function fromTronweb(type: RawData['type'], decoded: DecodedRawData): RawData {
  const [contract] = decoded.contract;
  if (!contract) throw mismatch('the bytes carry no contract');
  const { owner_address, contract_address, to_address, call_value, amount, data } =
    contract.parameter.value;
  return {
    type,
    owner: accountOf(owner_address),
    to: accountOf(contract_address ?? to_address ?? ''),
    data: `0x${(data ?? '').toLowerCase()}`,
    value: BigInt(call_value ?? amount ?? 0),
    feeLimit: BigInt(decoded.fee_limit ?? 0),
    referenceBytes: decoded.ref_block_bytes.toLowerCase(),
    referenceHash: decoded.ref_block_hash.toLowerCase(),
    expiration: BigInt(decoded.expiration),
    timestamp: BigInt(decoded.timestamp),
    ...(decoded.data ? { memo: decoded.data.toLowerCase() } : {}),
  };
}

function toProtobuf(raw: RawData): ProtobufTransaction {
  const owner_address = addressHex(raw.owner);
  const target = addressHex(raw.to);
  const value =
    raw.type === 'TransferContract'
      ? { owner_address, to_address: target, amount: exact(raw.value) }
      : {
          owner_address,
          contract_address: target,
          call_value: exact(raw.value),
          data: raw.data.slice(2),
        };
  return utils.transaction.txJsonToPb({
    visible: false,
    raw_data: {
      contract: [{ type: raw.type, parameter: { value } }],
      ref_block_bytes: raw.referenceBytes,
      ref_block_hash: raw.referenceHash,
      expiration: exact(raw.expiration),
      timestamp: exact(raw.timestamp),
      fee_limit: exact(raw.feeLimit),
      ...(raw.memo === undefined ? {} : { data: raw.memo }),
    },
  }) as ProtobufTransaction;
}

/** tronweb represents 64-bit integers as numbers. */
function exact(value: bigint): number {
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new FerrymanError('INTERNAL', `${value} is out of the range of numbers`);
  }
  return Number(value);
}

function accountOf(hex: string): Address {
  if (!/^41[0-9a-fA-F]{40}$/.test(hex)) throw mismatch('the bytes name no account');
  return `0x${hex.slice(2).toLowerCase()}`;
}

function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

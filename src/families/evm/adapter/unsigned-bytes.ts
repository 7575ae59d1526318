import {
  type Address,
  getAddress,
  type Hex,
  isHex,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializable,
  type TransactionSerializableEIP1559,
  type TransactionSerializableLegacy,
} from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { EvmFee, EvmTransaction } from '../formats/transaction.ts';
import { requireAccount } from './require-account.ts';

type Signable = TransactionSerializableEIP1559 | TransactionSerializableLegacy;

/** The content of unsigned bytes, decoded from the bytes alone. */
export interface DecodedTransaction {
  type: 'eip1559' | 'legacy';
  chainId: number;
  nonce: number;
  to: Address;
  data: Hex;
  value: bigint;
  gas: bigint;
  /** For type `legacy`: the gas price. */
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** The unsigned EIP-1559 or EIP-155 serialization of a transaction under a nonce. */
export function encodeUnsigned(
  chain: Pick<EvmChain, 'chainId' | 'transactionType'>,
  nonce: bigint,
  transaction: EvmTransaction,
  fee: EvmFee,
): Hex {
  if (!isHex(transaction.data))
    throw new FerrymanError('INTERNAL', 'the calldata is not hexadecimal');
  return serializeTransaction(
    toSignable({
      type: chain.transactionType,
      chainId: chain.chainId,
      nonce: safeNonce(nonce),
      to: requireAccount(transaction.to),
      data: transaction.data,
      value: transaction.value,
      gas: fee.gasLimit,
      maxFeePerGas: fee.maxFeePerGas,
      maxPriorityFeePerGas: fee.maxPriorityFeePerGas,
    }),
  );
}

/** Throws `SIGNATURE_MISMATCH` if `encodeUnsigned` would encode the decoded content differently. */
export function decodeUnsigned(bytes: string): DecodedTransaction {
  const decoded = decode(bytes);
  if (serializeTransaction(toSignable(decoded)) !== bytes)
    throw mismatch('the unsigned bytes are not canonical');
  return decoded;
}

/** The transaction in the bytes, without lease, fee and signature. Throws `SIGNATURE_MISMATCH`. */
export function transactionOf(bytes: string): EvmTransaction {
  const { to, data, value } = decode(bytes);
  return { family: 'evm', to, data, value };
}

/** The transaction in signed bytes, without the signature. */
export function decodeSigned(bytes: Hex): DecodedTransaction {
  return decode(bytes);
}

export function toSignable(decoded: DecodedTransaction): Signable {
  const { type, chainId, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas } =
    decoded;
  const common = { chainId, nonce, to, data, value, gas };
  return type === 'legacy'
    ? { ...common, type, gasPrice: maxFeePerGas }
    : { ...common, type, maxFeePerGas, maxPriorityFeePerGas };
}

export function mismatch(message: string, cause?: unknown): FerrymanError {
  return new FerrymanError('SIGNATURE_MISMATCH', message, { cause });
}

function decode(bytes: string): DecodedTransaction {
  const parsed = parse(bytes);
  const { chainId, to } = parsed;
  if (parsed.type !== 'eip1559' && parsed.type !== 'legacy')
    throw mismatch(`transaction type ${parsed.type}`);
  if (chainId === undefined || !to) throw mismatch('the transaction names no chain or no target');
  if (parsed.type === 'eip1559' && (parsed.accessList?.length ?? 0) > 0)
    throw mismatch('an access list is attached');
  return {
    type: parsed.type,
    chainId,
    nonce: parsed.nonce ?? 0,
    to: getAddress(to),
    data: parsed.data ?? '0x',
    value: parsed.value ?? 0n,
    gas: parsed.gas ?? 0n,
    maxFeePerGas: (parsed.type === 'legacy' ? parsed.gasPrice : parsed.maxFeePerGas) ?? 0n,
    maxPriorityFeePerGas: (parsed.type === 'legacy' ? 0n : parsed.maxPriorityFeePerGas) ?? 0n,
  };
}

function parse(bytes: string): TransactionSerializable {
  if (!isHex(bytes)) throw mismatch('the bytes are not hexadecimal');
  try {
    return parseTransaction(bytes);
  } catch (cause) {
    throw mismatch('the bytes are not a transaction', cause);
  }
}

function safeNonce(nonce: bigint): number {
  if (nonce < 0n || nonce > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new FerrymanError('INTERNAL', `nonce ${nonce} is out of range`);
  }
  return Number(nonce);
}

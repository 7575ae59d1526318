import { fromRlp, type Hex, keccak256 } from 'viem';

/** The fields of signed bytes that the stand-in uses. */
export interface DecodedTransaction {
  hash: Hex;
  nonce: number;
  maxPriorityFeePerGas: bigint;
  maxFeePerGas: bigint;
  gas: bigint;
  to: string;
  value: bigint;
  data: string;
}

/** Decodes EIP-1559 bytes. Throws for anything else. */
export function decodeTransaction(bytes: Hex): DecodedTransaction {
  if (!bytes.startsWith('0x02')) throw new Error('invalid transaction: not of type 2');
  const fields: readonly unknown[] | Hex = fromRlp(`0x${bytes.slice(4)}`, 'hex');
  if (!Array.isArray(fields) || fields.length !== 12)
    throw new Error('invalid transaction: not twelve fields');
  const text = (index: number): Hex => {
    const field = fields[index];
    if (typeof field !== 'string')
      throw new Error('invalid transaction: a list in place of a value');
    return field as Hex;
  };
  const number = (index: number): bigint => (text(index) === '0x' ? 0n : BigInt(text(index)));
  return {
    hash: keccak256(bytes),
    nonce: Number(number(1)),
    maxPriorityFeePerGas: number(2),
    maxFeePerGas: number(3),
    gas: number(4),
    to: text(5).toLowerCase(),
    value: number(6),
    data: text(7).toLowerCase(),
  };
}

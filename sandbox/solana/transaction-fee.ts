import type { VersionedMessage } from '@solana/web3.js';
import { COMPUTE_BUDGET_PROGRAM, NATIVE_PROGRAMS } from './programs.ts';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
const MOST_COMPUTE_UNITS = 1_400_000n;
/** Compute unit limit per instruction if the transaction sets none. */
const DEFAULT_COMPUTE_UNITS = 200_000n;
const DEFAULT_NATIVE_COMPUTE_UNITS = 3_000n;

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;

export interface TransactionFee {
  /** In lamports. Charged whether or not the transaction succeeds. */
  readonly total: bigint;
  /** The bid, in millionths of a lamport per compute unit. */
  readonly computeUnitPrice: bigint;
}

/**
 * The fee of a transaction: a fixed fee per signature, plus price times compute unit limit, rounded
 * up. https://solana.com/docs/core/fees, and for the default limits SIMD-0170.
 */
export function transactionFee({
  header,
  compiledInstructions,
  staticAccountKeys,
}: VersionedMessage): TransactionFee {
  let computeUnitPrice = 0n;
  let askedLimit: bigint | undefined;
  let defaultLimit = 0n;
  for (const { programIdIndex, data } of compiledInstructions) {
    const program = staticAccountKeys[programIdIndex]?.toBase58() ?? '';
    defaultLimit += NATIVE_PROGRAMS.has(program)
      ? DEFAULT_NATIVE_COMPUTE_UNITS
      : DEFAULT_COMPUTE_UNITS;
    if (program !== COMPUTE_BUDGET_PROGRAM) continue;
    const bytes = Buffer.from(data);
    if (bytes[0] === SET_COMPUTE_UNIT_LIMIT && bytes.length >= 5)
      askedLimit = BigInt(bytes.readUInt32LE(1));
    if (bytes[0] === SET_COMPUTE_UNIT_PRICE && bytes.length >= 9)
      computeUnitPrice = bytes.readBigUInt64LE(1);
  }
  const asked = askedLimit ?? defaultLimit;
  const limit = asked > MOST_COMPUTE_UNITS ? MOST_COMPUTE_UNITS : asked;
  const priority = (computeUnitPrice * limit + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  return {
    total: LAMPORTS_PER_SIGNATURE * BigInt(header.numRequiredSignatures) + priority,
    computeUnitPrice,
  };
}

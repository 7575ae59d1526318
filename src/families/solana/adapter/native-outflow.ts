import type { SolanaTransaction } from '../formats/transaction.ts';
import { littleEndian } from './compute-budget.ts';
import { associatedTokenProgram, systemProgram, token2022Program } from './programs.ts';
import {
  readRouterTransaction,
  type WireInstruction,
  type WireMessage,
} from './wire-transaction.ts';

/** Rent exemption of a 165-byte token account: (128 + 165) · 3,480 · 2 years (solana.com/docs). */
const tokenAccountRent = 2_039_280n;
/** Rent exemption of a 200-byte Token-2022 account, with room for the supported extensions. */
const extendedAccountRent = 2_282_880n;

const createAccount = 0n;
const transfer = 2n;
const createAccountWithSeed = 3n;
const transferWithSeed = 11n;

/**
 * The maximum lamports that the transaction's own instructions take from the fee payer: transfers,
 * rent of new accounts, and rent of associated token accounts that may not exist yet. Throws
 * `ROUTER_MALFORMED`.
 */
export function nativeOutflow(transaction: SolanaTransaction): bigint {
  const { message } = readRouterTransaction(transaction);
  return message.instructions.reduce(
    (sum, instruction) => sum + outflowOf(message, instruction),
    0n,
  );
}

function outflowOf({ keys }: WireMessage, { program, accounts, data }: WireInstruction): bigint {
  // A payer must sign, and lookup tables cannot contain signers. Key 0 is the fee payer.
  if (accounts[0] !== 0) return 0n;
  switch (keys[program]) {
    case systemProgram:
      return lamportsOf(data);
    case associatedTokenProgram:
      return keys[accounts[5] ?? -1] === token2022Program ? extendedAccountRent : tokenAccountRent;
    default:
      return 0n;
  }
}

function lamportsOf(data: Uint8Array): bigint {
  switch (littleEndian(data.subarray(0, 4))) {
    case createAccount:
    case transfer:
    case transferWithSeed:
      return littleEndian(data.subarray(4, 12));
    case createAccountWithSeed: {
      const seedLength = Number(littleEndian(data.subarray(36, 40)));
      return littleEndian(data.subarray(44 + seedLength, 52 + seedLength));
    }
    default:
      return 0n;
  }
}

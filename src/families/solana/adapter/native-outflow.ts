import type { SolanaTransaction } from '../formats/transaction.ts';
import { littleEndian } from './compute-budget.ts';
import { associatedTokenProgram, systemProgram, token2022Program } from './programs.ts';
import {
  readRouterTransaction,
  type WireInstruction,
  type WireMessage,
} from './wire-transaction.ts';

/**
 * Lamports that keep a token account of 165 bytes alive: (128 + 165) · 3,480 · 2 years
 * (solana.com/docs, rent).
 */
const tokenAccountRent = 2_039_280n;
/**
 * Of the Token-2022 program's accounts, with room for the extensions that mints of ours may have
 * (200 bytes).
 */
const extendedAccountRent = 2_282_880n;

const createAccount = 0n;
const transfer = 2n;
const createAccountWithSeed = 3n;
const transferWithSeed = 11n;

/**
 * Lamports that the transaction's own instructions take from its fee payer at most: what it sends,
 * the accounts that it pays for, and the rent of the associated token accounts that may have to be
 * created. Throws `ROUTER_MALFORMED`.
 */
export function nativeOutflow(transaction: SolanaTransaction): bigint {
  const { message } = readRouterTransaction(transaction);
  return message.instructions.reduce(
    (sum, instruction) => sum + outflowOf(message, instruction),
    0n,
  );
}

function outflowOf({ keys }: WireMessage, { program, accounts, data }: WireInstruction): bigint {
  // Whoever pays signs, and signers are never in lookup tables: the fee payer is the first key.
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

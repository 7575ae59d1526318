import { z } from 'zod';
import type { BlockReference } from '../../../core/swap/block-reference.ts';
import { decodeBase58 } from '../../shared/formats/base58.ts';

/*
 * The members that Ferryman reads of an endpoint's answers (solana.com/docs/rpc). Other members are
 * ignored. A missing or malformed one is `RPC_MALFORMED` and never gets a default. Unsafe integers
 * are refused, not rounded.
 */

export const quantity = z.int().nonnegative().transform(BigInt);

/**
 * A balance of any account in the transaction. `undefined` for an unsafe integer, which the reader
 * refuses only if it needs that account.
 */
const lamportsOfAny = z
  .number()
  .nonnegative()
  .transform((value) => (Number.isSafeInteger(value) ? BigInt(value) : undefined));

const amount = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,19})$/)
  .transform((text) => BigInt(text));

const bytesInBase58 = (length: number) =>
  z.string().refine((text) => decodeBase58(text)?.length === length);
const address = bytesInBase58(32);
const signature = bytesInBase58(64);
export const blockhash = bytesInBase58(32);

/** Most answers have this envelope with the slot of their state. */
function inContext<Schema extends z.ZodType>(value: Schema) {
  return z.object({ context: z.object({ slot: quantity }), value });
}

export const latestBlockhash = inContext(z.object({ blockhash, lastValidBlockHeight: quantity }));

export const isValid = inContext(z.boolean());

/** Only old ledgers lack `blockHeight`, and Ferryman does not read those. */
export const block = z.object({ blockhash, blockHeight: quantity });

/** The error of a failed transaction: a name, or an object with one member. `null` if none. */
const transactionError = z.union([z.string(), z.record(z.string(), z.unknown())]).nullable();
export type TransactionError = z.output<typeof transactionError>;

const status = z.object({
  slot: quantity,
  err: transactionError,
  confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']),
});
export type Status = z.output<typeof status>;
export const statuses = inContext(z.array(status.nullable()));

const account = z.object({
  lamports: quantity,
  owner: address,
  executable: z.boolean(),
  data: z
    .tuple([z.string(), z.literal('base64')])
    .transform(([text]): Uint8Array => Buffer.from(text, 'base64')),
});
export type Account = z.output<typeof account>;
export const accounts = inContext(z.array(account.nullable()));

const compiledInstruction = z.object({
  programIdIndex: z.int().nonnegative(),
  accounts: z.array(z.int().nonnegative()),
  data: z.string(),
});

/** Compiled (indexes and base58), or parsed if the node knows the program. */
const innerInstruction = z.union([
  compiledInstruction,
  z.object({ programId: address, accounts: z.array(address), data: z.string() }),
  z.object({
    programId: address,
    parsed: z.union([
      z.object({ type: z.string(), info: z.record(z.string(), z.unknown()) }),
      // A memo's text.
      z.string(),
    ]),
  }),
]);
export type InnerInstruction = z.output<typeof innerInstruction>;

export const simulation = inContext(
  z.object({
    err: transactionError,
    logs: z.array(z.string()).nullish(),
    accounts: z.array(account.nullable()).nullish(),
    unitsConsumed: quantity.optional(),
    fee: quantity.nullish(),
    innerInstructions: z
      .array(z.object({ index: z.int().nonnegative(), instructions: z.array(innerInstruction) }))
      .nullish(),
  }),
);
export type Simulation = z.output<typeof simulation>;

const tokenBalance = z.object({
  accountIndex: z.int().nonnegative(),
  mint: address,
  owner: address.optional(),
  uiTokenAmount: z.object({ amount }),
});
export type TokenBalance = z.output<typeof tokenBalance>;

export const landedTransaction = z.object({
  slot: quantity,
  /** Seconds since the epoch. `null` if the node does not know it. */
  blockTime: z.int().nullish(),
  transaction: z.object({
    signatures: z.array(signature).min(1),
    message: z.object({
      accountKeys: z.array(address).min(1),
      instructions: z.array(compiledInstruction),
    }),
  }),
  meta: z.object({
    err: transactionError,
    fee: quantity,
    preBalances: z.array(lamportsOfAny),
    postBalances: z.array(lamportsOfAny),
    preTokenBalances: z.array(tokenBalance),
    postTokenBalances: z.array(tokenBalance),
    loadedAddresses: z
      .object({ writable: z.array(address), readonly: z.array(address) })
      .optional(),
    /** Calls by programs. `null` for transactions from before nodes recorded them. */
    innerInstructions: z.array(z.object({ instructions: z.array(compiledInstruction) })).nullish(),
  }),
});
export type LandedTransaction = z.output<typeof landedTransaction>;

/** `blockTime` is in seconds since the epoch. `null` if the node does not know it. */
export const signatureInfos = z.array(
  z.object({ signature, slot: quantity, err: transactionError, blockTime: z.int().nullish() }),
);

/** The signers of a transaction: its first account keys, one per signature. */
export const signers = z
  .object({
    transaction: z.object({
      signatures: z.array(signature).min(1),
      message: z.object({ accountKeys: z.array(address).min(1) }),
    }),
  })
  .transform(({ transaction: { signatures, message } }) =>
    message.accountKeys.slice(0, signatures.length),
  );

export const prioritizationFees = z.array(
  z.object({ slot: quantity, prioritizationFee: quantity }),
);

/** A block. `number` is its slot, which nodes report for transactions. `height` counts blocks. */
export interface SlotBlock extends BlockReference {
  height: bigint;
}

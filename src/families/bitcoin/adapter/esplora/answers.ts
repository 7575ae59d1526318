import { z } from 'zod';
import { maxSatoshis } from '../../formats/read-transaction.ts';

/*
 * What Ferryman reads of an endpoint's answers (Esplora's HTTP interface:
 * github.com/Blockstream/esplora, API.md), and nothing beside it. Other members are ignored; a
 * missing or misshapen one is `RPC_MALFORMED` and never a default. Numbers too large to be exact in
 * JSON are refused, not rounded: all satoshis there are stay below.
 */

const uint32 = z.int().min(0).max(0xffff_ffff);

export const height = z.int().nonnegative().transform(BigInt);

/**
 * POST /tx answers it alone, and so does GET /block-height/:n a block’s hash, which has the same
 * form.
 */
/** A transaction's id or a block's hash, as it is shown: the bytes in reverse. */
export const shownHash = z.string().regex(/^[0-9a-f]{64}$/);

/** GET /block/:hash. */
export const block = z.object({
  id: shownHash,
  height,
  timestamp: z.int().nonnegative(),
  mediantime: z.int().nonnegative(),
});

const bytes = z
  .string()
  .regex(/^(?:[0-9a-f]{2})*$/)
  .transform((text): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex')));

const satoshis = z
  .int()
  .nonnegative()
  .transform(BigInt)
  .refine((value) => value <= maxSatoshis);

/**
 * Whether a transaction is in a block; absent members and null mean the same in the answers about
 * one that is not.
 */
export const status = z.discriminatedUnion('confirmed', [
  z.object({ confirmed: z.literal(true), block_height: height, block_hash: shownHash }),
  z.object({ confirmed: z.literal(false) }),
]);

export type Status = z.output<typeof status>;

const output = z.object({ scriptpubkey: bytes, value: satoshis });

export const transaction = z.object({
  txid: shownHash,
  version: z.int(),
  locktime: uint32,
  weight: z.int().positive(),
  fee: satoshis,
  vin: z
    .array(
      z.object({
        txid: shownHash,
        vout: uint32,
        sequence: uint32,
        is_coinbase: z.boolean(),
        /**
         * Null for what a miner makes. Told, and not checked against its id: nothing is signed by
         * it.
         */
        prevout: output.nullable(),
      }),
    )
    .min(1),
  vout: z.array(output).min(1),
  status,
});

export type EsploraTransaction = z.output<typeof transaction>;

/** GET /address/:a/txs: the newest first, those of the mempool before all. */
export const addressTransactions = z.array(transaction);

/** GET /address/:a/txs/chain: only those in blocks, the newest first. */
export const includedTransactions = z.array(
  transaction.extend({
    status: z.object({
      confirmed: z.literal(true),
      block_height: height,
      block_hash: shownHash,
      block_time: z.int().nonnegative(),
    }),
  }),
);

export const outspend = z.discriminatedUnion('spent', [
  z.object({ spent: z.literal(false) }),
  z.object({ spent: z.literal(true), txid: shownHash, vin: uint32, status }),
]);

export type Outspend = z.output<typeof outspend>;

/** GET /tx/:id/outspends: one for each output, in their order. */
export const outspends = z.array(outspend);

/**
 * GET /address/:a/utxo. The script is the address’, the amount is told: what is spent is fetched
 * and checked before it is signed.
 */
export const unspent = z.array(
  z.object({ txid: shownHash, vout: uint32, value: satoshis, status }),
);

/** GET /tx/:id/hex. */
export const rawTransaction = bytes.refine((raw) => raw.length > 0);

/** GET /block/:hash/txids. */
export const blockTxids = z.array(shownHash).min(1);

/**
 * Above this an estimate is a mistake: a satoshi for a virtual byte is the least, a few hundred are
 * the most that was ever common.
 */
const maxEstimate = 100_000;

/**
 * GET /fee-estimates: by the blocks until inclusion, satoshis for a virtual byte, with decimals.
 * Read as satoshis for a thousand of them, rounded up.
 */
export const feeEstimates = z
  .record(z.string().regex(/^[1-9]\d{0,3}$/), z.number().positive().max(maxEstimate))
  .transform(
    (estimates) =>
      new Map(
        Object.entries(estimates).map(([blocks, rate]) => [Number(blocks), perThousand(rate)]),
      ),
  );

function perThousand(rate: number): bigint {
  return BigInt(Math.ceil(rate * 1_000));
}

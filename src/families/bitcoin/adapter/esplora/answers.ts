import { z } from 'zod';
import { maxSatoshis } from '../../formats/read-transaction.ts';

/*
 * The members that Ferryman reads of Esplora's HTTP API (github.com/Blockstream/esplora, API.md).
 * Other members are ignored. A missing or malformed one is `RPC_MALFORMED` and never gets a
 * default. Unsafe integers are refused, not rounded. The total supply in satoshis is below them.
 */

const uint32 = z.int().min(0).max(0xffff_ffff);

export const height = z.int().nonnegative().transform(BigInt);

/**
 * A transaction id or a block hash in the usual notation: the bytes in reverse. It is the whole
 * answer of POST /tx and of GET /block-height/:n.
 */
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

/** Whether a transaction is in a block. The block's members are absent or null if it is not. */
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
        /** Null for a coinbase. Not verified, because no signature depends on it. */
        prevout: output.nullable(),
      }),
    )
    .min(1),
  vout: z.array(output).min(1),
  status,
});

export type EsploraTransaction = z.output<typeof transaction>;

/** GET /address/:a/txs: newest first, and those of the mempool before all others. */
export const addressTransactions = z.array(transaction);

/** GET /address/:a/txs/chain: only those in blocks, newest first. */
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

/** GET /tx/:id/outspends: one per output, in their order. */
export const outspends = z.array(outspend);

/**
 * GET /address/:a/utxo. The amounts are not verified here: every spent output is fetched and
 * checked before signing.
 */
export const unspent = z.array(
  z.object({ txid: shownHash, vout: uint32, value: satoshis, status }),
);

/** GET /tx/:id/hex. */
export const rawTransaction = bytes.refine((raw) => raw.length > 0);

/** GET /block/:hash/txids. */
export const blockTxids = z.array(shownHash).min(1);

/** A higher estimate is an error: common rates are one to a few hundred satoshis per vbyte. */
const maxEstimate = 100_000;

/**
 * GET /fee-estimates: satoshis per virtual byte, with decimals, keyed by the blocks until
 * inclusion. Converted to satoshis per 1,000 virtual bytes, rounded up.
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

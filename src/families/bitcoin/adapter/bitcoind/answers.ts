import { Block, type Transaction } from 'bitcoinjs-lib';
import { z } from 'zod';
import { maxSatoshis } from '../../formats/read-transaction.ts';
import { decodeRaw } from '../wire-transaction.ts';

/*
 * What Ferryman reads of the answers of bitcoind's JSON-RPC (developer.bitcoin.org/reference/rpc,
 * and `help <method>` of version 25 and later), and nothing beside it. What transactions and blocks
 * hold is read from their bytes, where amounts are whole satoshis.
 */

export const envelope = z.union([
  z.object({ error: z.object({ code: z.int(), message: z.string() }) }),
  z.object({ error: z.null().optional(), result: z.unknown() }),
]);

export const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const height = z.int().nonnegative().transform(BigInt);

const bytes = z
  .string()
  .regex(/^(?:[0-9a-f]{2})+$/)
  .transform((text): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex')));

const decimals = 8;

/**
 * An amount in bitcoins, as satoshis: bitcoind writes eight decimals, and JSON makes the nearest
 * double of them, which is off by less than a quarter of a satoshi for all bitcoins that there are
 * (21e6 × 2⁻⁵³ < 0.25e-8). `toFixed` rounds the double's exact value, so that the decimals come
 * back as they were written. What has more of them is refused.
 */
export const bitcoins = z
  .number()
  .nonnegative()
  .refine((value) => Number(value.toFixed(decimals)) === value)
  .transform((value) => BigInt(value.toFixed(decimals).replace('.', '')))
  .refine((satoshis) => satoshis <= maxSatoshis);

/** getblockchaininfo. */
export const chainInfo = z.object({
  blocks: height,
  headers: height,
  bestblockhash: hash,
  initialblockdownload: z.boolean(),
});

/** getindexinfo: the indexes that are switched on. */
export const indexInfo = z.record(z.string(), z.object({ synced: z.boolean() }));

/** getblockheader, as JSON; `confirmations` is -1 of a block that is not in the best chain. */
export const header = z.object({
  hash,
  height,
  confirmations: z.int(),
  time: z.int().nonnegative(),
  mediantime: z.int().nonnegative(),
});

/** getrawtransaction as hex: the transaction that is asked for, whose hash is its id. */
export function transactionOf(txId: string) {
  return bytes.transform((raw, context): Transaction => {
    try {
      const transaction = decodeRaw(raw);
      if (transaction.getId() === txId.toLowerCase()) return transaction;
    } catch {
      // Told below.
    }
    context.addIssue({ code: 'custom', message: 'is another transaction, or none' });
    return z.NEVER;
  });
}

/** The same with its block; without one while it is in the mempool. */
export function placedTransactionOf(txId: string) {
  return z.object({ hex: transactionOf(txId), blockhash: hash.optional() });
}

export const rawTransaction = bytes;

/** getblock as hex: the block that is asked for. */
export function blockOf(wanted: string) {
  return bytes.transform((raw, context): readonly Transaction[] => {
    try {
      const block = Block.fromBuffer(Uint8Array.from(raw));
      // Its id is its header's, which has the root of the transactions.
      if (block.getId() === wanted && block.transactions && hasRootOf(block, block.transactions))
        return block.transactions;
    } catch {
      // Told below.
    }
    context.addIssue({ code: 'custom', message: 'is another block, or none' });
    return z.NEVER;
  });
}

function hasRootOf({ merkleRoot }: Block, transactions: Transaction[]): boolean {
  return (
    merkleRoot !== undefined &&
    Buffer.compare(merkleRoot, Block.calculateMerkleRoot(transactions)) === 0
  );
}

/** gettxout: null of an output that is spent, or that no block has. */
export const unspentOutput = z.object({ value: bitcoins }).nullable();

/** gettxspendingprevout: one for each outpoint. */
export const spenders = z.array(
  z.object({ txid: hash, vout: z.int().nonnegative(), spendingtxid: hash.optional() }),
);

/** getblockfilter: that it is there is all that is asked. */
export const blockFilter = z.object({ filter: z.string() });

/** scanblocks, at its end. */
export const blockScan = z.object({
  from_height: height,
  to_height: height,
  relevant_blocks: z.array(hash),
  completed: z.boolean(),
});

/** scantxoutset, at its end. */
export const coinScan = z.object({
  success: z.boolean(),
  height,
  bestblock: hash,
  unspents: z.array(
    z.object({
      txid: hash,
      vout: z.int().nonnegative(),
      scriptPubKey: z.string(),
      amount: bitcoins,
    }),
  ),
});

/** getmempoolinfo; the least fee is for a thousand virtual bytes. */
export const mempoolInfo = z.object({ loaded: z.boolean(), mempoolminfee: bitcoins });

/**
 * estimatesmartfee, for a thousand virtual bytes; without a rate where the node has seen too
 * little.
 */
export const feeEstimate = z.object({ feerate: bitcoins.refine((rate) => rate > 0n).optional() });

/** getmempooldescendants, as JSON. */
export const mempoolEntries = z.record(hash, z.object({ fees: z.object({ base: bitcoins }) }));

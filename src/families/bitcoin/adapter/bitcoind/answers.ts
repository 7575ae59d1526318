import { Block, type Transaction } from 'bitcoinjs-lib';
import { z } from 'zod';
import { maxSatoshis } from '../../formats/read-transaction.ts';
import { decodeRaw } from '../wire-transaction.ts';

/*
 * The members that Ferryman reads of bitcoind's JSON-RPC (developer.bitcoin.org/reference/rpc, and
 * `help <method>` of version 25 and later). Transactions and blocks are read from their bytes, in
 * which amounts are whole satoshis.
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
 * An amount in bitcoins, converted to satoshis. bitcoind writes eight decimals, and JSON parses
 * them as the nearest double, which is off by less than a quarter of a satoshi for all existing
 * bitcoins (21e6 × 2⁻⁵³ < 0.25e-8). `toFixed` rounds the exact double, and so restores the written
 * decimals. An amount with more decimals is refused.
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

/** getindexinfo: the enabled indexes. */
export const indexInfo = z.record(z.string(), z.object({ synced: z.boolean() }));

/** getblockheader, as JSON. `confirmations` is -1 for a block outside the best chain. */
export const header = z.object({
  hash,
  height,
  confirmations: z.int(),
  time: z.int().nonnegative(),
  mediantime: z.int().nonnegative(),
});

/** getrawtransaction as hex. The hash must be the requested id. */
export function transactionOf(txId: string) {
  return bytes.transform((raw, context): Transaction => {
    try {
      const transaction = decodeRaw(raw);
      if (transaction.getId() === txId.toLowerCase()) return transaction;
    } catch {
      // Reported below.
    }
    context.addIssue({ code: 'custom', message: 'is another transaction or invalid' });
    return z.NEVER;
  });
}

/** The same with its block, which is absent while it is in the mempool. */
export function placedTransactionOf(txId: string) {
  return z.object({ hex: transactionOf(txId), blockhash: hash.optional() });
}

export const rawTransaction = bytes;

/** getblock as hex. The hash must be the requested one. */
export function blockOf(wanted: string) {
  return bytes.transform((raw, context): readonly Transaction[] => {
    try {
      const block = Block.fromBuffer(Uint8Array.from(raw));
      // The id is the hash of the header, which contains the transactions' Merkle root.
      if (block.getId() === wanted && block.transactions && hasRootOf(block, block.transactions))
        return block.transactions;
    } catch {
      // Reported below.
    }
    context.addIssue({ code: 'custom', message: 'is another block or invalid' });
    return z.NEVER;
  });
}

function hasRootOf({ merkleRoot }: Block, transactions: Transaction[]): boolean {
  return (
    merkleRoot !== undefined &&
    Buffer.compare(merkleRoot, Block.calculateMerkleRoot(transactions)) === 0
  );
}

/** gettxout: null for an output that is spent or in no block. */
export const unspentOutput = z.object({ value: bitcoins }).nullable();

/** gettxspendingprevout: one per outpoint. */
export const spenders = z.array(
  z.object({ txid: hash, vout: z.int().nonnegative(), spendingtxid: hash.optional() }),
);

/** getblockfilter: only its presence matters. */
export const blockFilter = z.object({ filter: z.string() });

/** scanblocks, when finished. */
export const blockScan = z.object({
  from_height: height,
  to_height: height,
  relevant_blocks: z.array(hash),
  completed: z.boolean(),
});

/** scantxoutset, when finished. */
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

/** getmempoolinfo. The minimum fee is per 1,000 virtual bytes. */
export const mempoolInfo = z.object({ loaded: z.boolean(), mempoolminfee: bitcoins });

/** estimatesmartfee, per 1,000 virtual bytes. No rate if the node lacks data. */
export const feeEstimate = z.object({
  // -1 before version 0.16.
  feerate: z
    .union([bitcoins.refine((rate) => rate > 0n), z.literal(-1).transform(() => undefined)])
    .optional(),
});

/** getmempooldescendants, as JSON. */
export const mempoolEntries = z.record(hash, z.object({ fees: z.object({ base: bitcoins }) }));

import { z } from 'zod';

/*
 * What Ferryman reads of an Esplora server's answers (github.com/Blockstream/esplora, API.md). Members that it does not use are not read;
 * amounts are satoshis, which fit a double.
 */

/** A hash as it is shown: the bytes in reverse, 64 hex digits. */
export const shownHash = z.string().regex(/^[0-9a-f]{64}$/);

const satoshis = z.int().nonnegative().transform(BigInt);
const height = z.int().nonnegative().transform(BigInt);

export const tip = z.object({ id: shownHash, height, timestamp: z.int().nonnegative() });
export type Tip = z.output<typeof tip>;

/** Where a transaction is: in a block of the best chain, or only in the mempool. */
const status = z.union([
  z.object({ confirmed: z.literal(true), block_height: height, block_hash: shownHash }),
  z.object({ confirmed: z.literal(false) }),
]);
export type Status = z.output<typeof status>;

export const transaction = z.object({
  txid: shownHash,
  fee: satoshis,
  vout: z.array(z.object({ scriptpubkey_address: z.string().optional(), value: satoshis })),
  status,
});
export type Transaction = z.output<typeof transaction>;

export const transactions = z.array(transaction);

/** What spends an output; nothing is said of one that nobody spends. */
export const outspend = z.union([
  z.object({ spent: z.literal(true), txid: shownHash, vin: z.int().nonnegative(), status }),
  z.object({ spent: z.literal(false) }),
]);
export type Outspend = z.output<typeof outspend>;

export const coins = z.array(z.object({ txid: shownHash, vout: z.int().nonnegative(), value: satoshis, status }));

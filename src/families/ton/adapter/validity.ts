import type { TonChain } from '../formats/chain.ts';

/* How long a message is valid, and when a lease has certainly expired. */

type BlockTime = Pick<TonChain, 'blockTimeMs'>;

/** Validity of a new message, in blocks: two minutes on TON. */
const validBlocks = 24;
/** In milliseconds. Signing, committing, sending and one repeated send need this much. */
const minValidity = 15_000;
/**
 * Milliseconds by which a block's time may be ahead of the local clock. The bound keeps an endpoint
 * from choosing the expiry.
 */
export const maxAhead = 300_000;
/** Blocks by which a shard's state may lag the masterchain's time. */
const shardLag = 4;

/** Validity of a new message from now, in milliseconds. */
export function validityOf({ blockTimeMs }: BlockTime): number {
  return Math.max(minValidity, validBlocks * blockTimeMs);
}

/**
 * No transaction includes a message earlier than this many seconds before its expiry. A proof reads
 * the wallet's history back that far.
 */
export function longestValidity(chain: BlockTime): number {
  return Math.ceil((validityOf(chain) + maxAhead) / 1_000);
}

/** Seconds after its expiry at which a lease counts as over. */
export function endMargin({ blockTimeMs }: BlockTime): bigint {
  return BigInt(Math.ceil((shardLag * blockTimeMs) / 1_000));
}

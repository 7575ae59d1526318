import type { TonChain } from '../formats/chain.ts';

/* How long a wallet takes a message of ours, and from when on it is certain that it does not any more. */

type BlockTime = Pick<TonChain, 'blockTimeMs'>;

/** How long the wallet takes the message from now on, in blocks: two minutes of TON's. */
const validBlocks = 24;
/**
 * And never less than this, in milliseconds: it is signed, committed and sent in that time, and
 * sent again if need be.
 */
const leastValidity = 15_000;
/**
 * Milliseconds by which a block may be ahead of this machine's clock; an endpoint that tells of a
 * later time would have its way with the end.
 */
export const maxAhead = 300_000;
/** Blocks by which the state of a shard may be older than the masterchain says what time it is. */
const shardLag = 4;

/** Milliseconds from now on for which a new message is valid. */
export function validityOf({ blockTimeMs }: BlockTime): number {
  return Math.max(leastValidity, validBlocks * blockTimeMs);
}

/**
 * Nothing that carries one of our messages is older than this before its end, in seconds: what the
 * wallet's history is read for.
 */
export function longestValidity(chain: BlockTime): number {
  return Math.ceil((validityOf(chain) + maxAhead) / 1_000);
}

/** Seconds by which the end of a lease has to be past for the lease to be over. */
export function endMargin({ blockTimeMs }: BlockTime): bigint {
  return BigInt(Math.ceil((shardLag * blockTimeMs) / 1_000));
}

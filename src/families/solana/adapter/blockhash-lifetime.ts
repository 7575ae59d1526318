/**
 * Blocks by which a blockhash may be older than the newest one that a block is built on (agave,
 * `MAX_PROCESSING_AGE`). A node's `lastValidBlockHeight` is this above the blockhash's own block;
 * as a block is built on its parent's hash, the one above may still take it.
 */
export const blockhashLifetime = 150n;

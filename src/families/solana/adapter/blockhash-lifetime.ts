/**
 * Maximum age of a blockhash in blocks, relative to the parent of the including block (agave,
 * `MAX_PROCESSING_AGE`). A node's `lastValidBlockHeight` is the height of the blockhash's block
 * plus this. The block one above it may still include the transaction.
 */
export const blockhashLifetime = 150n;

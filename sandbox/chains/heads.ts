/** The height of a chain. Everything that waits for blocks shares it. */
export interface Heads {
  /** The newest observed block number. */
  latest(): bigint;
  /** Waits for a block past the given one. Rejects with an AbortError when the sandbox closes. */
  next(after: bigint): Promise<bigint>;
  /** Aborts when the sandbox closes. */
  readonly signal: AbortSignal;
}

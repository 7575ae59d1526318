/** Addresses on every cluster (solana.com/docs, programs; spl.solana.com). */

export const systemProgram = '11111111111111111111111111111111';
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';
export const lookupTableProgram = 'AddressLookupTab1e1111111111111111111111111';
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
/** Version 1, which wallets and exchanges still use. */
const firstMemoProgram = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
/** The mint of wrapped SOL. */
export const nativeMint = 'So11111111111111111111111111111111111111112';

export const tokenPrograms = [tokenProgram, token2022Program] as const;

export function isTokenProgram(address: string): boolean {
  return tokenPrograms.some((program) => program === address);
}

export function isMemoProgram(address: string | undefined): boolean {
  return address === memoProgram || address === firstMemoProgram;
}

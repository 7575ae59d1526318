/**
 * How a memo begins that asks THORChain or Maya for a swap, in lower case (dev.thorchain.org, memos).
 * It says itself what is paid for.
 */
export const swapMemoActions: readonly string[] = ['=', 's', 'swap'];

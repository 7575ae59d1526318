/**
 * The slippage that Ferryman asks for beside a job's `minOut`, which alone decides about the order.
 * This only sets how far below the quote the transaction may fill. Tighter would revert on ordinary
 * moves; looser would refuse jobs whose minimum is close to the market.
 */
export const slippageBesideMinimumBps = 100;

/* The contracts of every stand-in chain. All addresses here are lower case. */

/** Swaps the coin for the token of the same chain. */
export const pool = '0x00000000000000000000000000000000be9c0001';
/** Takes the coin for a payout on another chain. */
export const gateway = '0x00000000000000000000000000000000be9c0002';
/** Pays out. */
export const payer = '0x00000000000000000000000000000000be9c0003';
/** EIP-20 with six decimals. */
export const token = '0x00000000000000000000000000000000be9c0004';
/** Receives the block rewards. */
export const miner = '0x00000000000000000000000000000000be9c0005';

export const nativeToken = '0x0000000000000000000000000000000000000000';

export const tokenDecimals = 6;
export const tokenSymbol = 'USDC';

const contracts: ReadonlySet<string> = new Set([pool, gateway, token]);

export function isContract(address: string): boolean {
  return contracts.has(address);
}

/* Selectors of the two calls: swap(bytes32 order, address receiver, uint256 amount), pay(bytes32 order). */
export const swapSelector = '0x5e1f0a01';
export const paySelector = '0x5e1f0a02';

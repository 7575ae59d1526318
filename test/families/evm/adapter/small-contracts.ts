import type { Address, Hex } from 'viem';

/* Small contracts as runtime code. Each takes an address as the only word of calldata. */

/** Sends the value it gets to the address: `CALL(GAS, CALLDATALOAD(0), CALLVALUE, 0, 0, 0, 0)`. */
export const forwarder: Hex = '0x6000600060006000346000355af100';

/** Does the same and then reverts. */
export const revertingForwarder: Hex = '0x6000600060006000346000355af15060006000fd';

/** Passes value and calldata to `target`, and ignores a failure. */
export function failingForwarder(target: Address): Hex {
  return `0x366000600037600060003660003473${target.slice(2).toLowerCase()}5af100`;
}

/** Returns the value if the gas price is zero, as in a naive simulation, and keeps it otherwise. */
export const redPill: Hex = '0x3a15600657005b600060006000600034335af100';

/** Logs its calldata: three topics and a word of data. Returns nothing. */
export const logger3: Hex = '0x60603560005260403560203560003560206000a300';

/** The same with four topics. */
export const logger4: Hex = '0x60803560005260603560403560203560003560206000a400';

/** A token whose `transfer` logs the amount, mints half of it and takes nothing. */
export const halvingToken: Hex =
  '0x366044146013576004355460005260206000f35b600260243504600435540160043555602435600052600435337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300';

/**
 * A token older than EIP-20: `symbol()` returns `bytes32` (`MKR`), and everything else returns 18.
 */
export const oldToken: Hex = `0x60003560e01c6395d89b4114601957601260005260206000f35b7f${'4d4b52'.padEnd(64, '0')}60005260206000f3`;

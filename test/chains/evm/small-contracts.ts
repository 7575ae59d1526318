import type { Address, Hex } from 'viem';

/*
 * Contracts of a few instructions, as runtime code. Each is called with an address as its only word of calldata.
 */

/** Sends the value it gets to the address: `CALL(GAS, CALLDATALOAD(0), CALLVALUE, 0, 0, 0, 0)`. */
export const forwarder: Hex = '0x6000600060006000346000355af100';

/** Does the same and then reverts. */
export const revertingForwarder: Hex = '0x6000600060006000346000355af15060006000fd';

/** Passes value and calldata to `target`, and does not mind when that fails. */
export function failingForwarder(target: Address): Hex {
  return `0x366000600037600060003660003473${target.slice(2).toLowerCase()}5af100`;
}

/** Gives the value back when the gas price is zero, as a naive simulation has it, and keeps it otherwise. */
export const redPill: Hex = '0x3a15600657005b600060006000600034335af100';

/**
 * Why a node does not take a transaction, with the numbers and words of bitcoind's
 * `sendrawtransaction` (src/rpc/protocol.h): -22 it cannot be read, -25 it spends what is not there
 * or pays too much, -26 a rule is against it, -27 it is in the chain already.
 */
export interface Refusal {
  readonly code: -22 | -25 | -26 | -27;
  readonly message: string;
}

export function brokenRule(message: string): Refusal {
  return { code: -26, message };
}

/**
 * As bitcoind writes amounts. @param satoshis any integer @returns whole bitcoins, such as 0.00001
 */
export function inBitcoins(satoshis: bigint): string {
  const fraction = (satoshis % 100_000_000n).toString().padStart(8, '0');
  return `${satoshis / 100_000_000n}.${fraction}`.replace(/0{1,6}$/, '');
}

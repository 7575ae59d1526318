/**
 * Why a node refuses a transaction, with code and text of bitcoind's `sendrawtransaction`
 * (src/rpc/protocol.h): -22 not decodable, -25 inputs missing or fee too high, -26 against a rule,
 * -27 already in the chain.
 */
export interface Refusal {
  readonly code: -22 | -25 | -26 | -27;
  readonly message: string;
}

export function brokenRule(message: string): Refusal {
  return { code: -26, message };
}

/**
 * Formats an amount as bitcoind does.
 * @param satoshis any integer
 * @returns whole bitcoins, such as 0.00001
 */
export function inBitcoins(satoshis: bigint): string {
  const fraction = (satoshis % 100_000_000n).toString().padStart(8, '0');
  return `${satoshis / 100_000_000n}.${fraction}`.replace(/0{1,6}$/, '');
}

import type { BitcoinAccount } from './bitcoin-account.ts';
import { MATURE_COINBASES } from './blockchain.ts';

interface Earners {
  readonly treasury: BitcoinAccount;
  readonly payers: readonly BitcoinAccount[];
}

/** Number of outputs that share one block's reward. As many payments can be in flight at once. */
const PAYER_COINS = 25;
const TREASURY_COINS = 5;

/**
 * The reward scripts of a block: the first blocks alternate between the treasury and each payer, in
 * many coins, so that no payment waits for another's change. Later blocks pay only the treasury.
 */
export function rewardsOf({
  treasury,
  payers,
}: Earners): (height: number) => readonly Uint8Array[] {
  return (height) => {
    if (height > MATURE_COINBASES) return [treasury.script];
    const payer = payers[height % (1 + payers.length)];
    const [earner, coins] = payer === undefined ? [treasury, TREASURY_COINS] : [payer, PAYER_COINS];
    return Array.from({ length: coins }, () => earner.script);
  };
}

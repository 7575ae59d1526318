import type { BitcoinAccount } from './bitcoin-account.ts';
import { MATURE_COINBASES } from './blockchain.ts';

interface Earners {
  readonly treasury: BitcoinAccount;
  readonly payers: readonly BitcoinAccount[];
}

/** Outputs into which one block's reward is shared: as many payments can be under way at once. */
const PAYER_COINS = 25;
const TREASURY_COINS = 5;

/**
 * Whom the miner of a block pays: in the first blocks by turns the treasury and each payer, in many
 * coins, so that no payment waits for another's change; then the treasury alone.
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

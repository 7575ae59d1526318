import { mapBounded } from '../endpoints/map-bounded.ts';
import { transaction, unspent } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import type { Coin } from './fund-outputs.ts';
import { isSpentFrom } from './spend.ts';

export interface Coins {
  /** Those in a block that nothing in the mempool spends: what may be spent. One that is only in the mempool may go away with what made it. */
  spendable: readonly Coin[];
  /** Those that come back of the account's own transactions, once these are in a block. */
  onTheirWay: readonly Coin[];
}

/**
 * The account's coins. What somebody else has sent is none before it is in a block.
 * @param script that the account's address stands for
 */
export async function readCoins(endpoint: Endpoint, account: string, script: Uint8Array): Promise<Coins> {
  const listed = await endpoint.read(`address/${account}/utxo`, unspent);
  const waiting = listed.filter(({ status }) => !status.confirmed);
  const makers = [...new Set(waiting.map(({ txid }) => txid))];
  const found = await mapBounded(makers, (txid) => endpoint.find(`tx/${txid}`, transaction));
  const own = new Set(found.flatMap((made) => (made && isSpentFrom(made, script) ? [made.txid] : [])));
  const coinsIn = (some: typeof listed): Coin[] => some.map(({ txid, vout, value }) => ({ txid, vout, value, script }));
  return {
    spendable: coinsIn(listed.filter(({ status }) => status.confirmed)),
    onTheirWay: coinsIn(waiting.filter(({ txid }) => own.has(txid))),
  };
}

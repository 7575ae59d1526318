import type { Outpoint } from '../../core/swap.ts';
import { unspent } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** An unspent output that is in a block. */
export interface Coin {
  outpoint: Outpoint;
  /** Satoshis. */
  value: bigint;
}

/**
 * The account's coins that are in a block and that nothing in the mempool spends. One that is only in the mempool may go away with what
 * made it.
 */
export async function readCoins(endpoint: Endpoint, account: string): Promise<Coin[]> {
  const listed = await endpoint.read(`address/${account}/utxo`, unspent);
  return listed
    .filter(({ status }) => status.confirmed)
    .map(({ txid, vout, value }) => ({ outpoint: `${txid}:${vout}`, value }));
}

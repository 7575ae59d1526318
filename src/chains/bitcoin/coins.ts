import { unspent } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import type { Coin } from './fund-outputs.ts';

/**
 * The account's coins that are in a block and that nothing in the mempool spends. One that is only in the mempool may go away with what
 * made it.
 * @param script that the account's address stands for
 */
export async function readCoins(endpoint: Endpoint, account: string, script: Uint8Array): Promise<Coin[]> {
  const listed = await endpoint.read(`address/${account}/utxo`, unspent);
  return listed
    .filter(({ status }) => status.confirmed)
    .map(({ txid, vout, value }) => ({ txid, vout, value, script }));
}

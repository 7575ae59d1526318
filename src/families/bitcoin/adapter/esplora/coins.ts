import { mapBounded } from '../../../shared/endpoints/map-bounded.ts';
import type { Coins } from '../endpoint.ts';
import type { Coin } from '../fund-outputs.ts';
import { isSpentFrom } from '../spend.ts';
import { transaction, unspent } from './answers.ts';
import { seenTransaction } from './seen-transaction.ts';
import type { EsploraServer } from './server.ts';

/**
 * The account's coins. What somebody else has sent is none before it is in a block.
 * @param script that the account's address stands for
 */
export async function readCoins(server: EsploraServer, account: string, script: Uint8Array): Promise<Coins> {
  const listed = await server.read(`address/${account}/utxo`, unspent);
  const waiting = listed.filter(({ status }) => !status.confirmed);
  const makers = [...new Set(waiting.map(({ txid }) => txid))];
  const found = await mapBounded(makers, (txid) => server.find(`tx/${txid}`, transaction));
  const own = new Set(found.flatMap((made) => (made && isSpentFrom(seenTransaction(made), script) ? [made.txid] : [])));
  const coinsIn = (some: typeof listed): Coin[] => some.map(({ txid, vout, value }) => ({ txid, vout, value, script }));
  return {
    spendable: coinsIn(listed.filter(({ status }) => status.confirmed)),
    onTheirWay: coinsIn(waiting.filter(({ txid }) => own.has(txid))),
  };
}

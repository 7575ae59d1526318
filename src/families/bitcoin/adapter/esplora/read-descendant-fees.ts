import { mapBounded } from '../../../shared/endpoints/map-bounded.ts';
import { outspends, transaction } from './answers.ts';
import type { EsploraServer } from './server.ts';

/** What has more descendants nodes replace by nothing (BIP-125, rule 5). */
const mostDescendants = 100;

/** By walking from spend to spend. */
export async function readDescendantFees(server: EsploraServer, txIds: readonly string[]): Promise<bigint> {
  const seen = new Set(txIds);
  let total = 0n;
  let parents = [...seen];
  while (parents.length > 0 && seen.size < mostDescendants + txIds.length) {
    const spends = await mapBounded(parents, (txId) => server.find(`tx/${txId}/outspends`, outspends));
    const waiting = spends.flatMap((outputs = []) =>
      outputs.flatMap((spend) => (spend.spent && !spend.status.confirmed ? [spend.txid] : [])),
    );
    parents = [...new Set(waiting)].filter((txId) => !seen.has(txId));
    for (const txId of parents) seen.add(txId);
    const found = await mapBounded(parents, (txId) => server.find(`tx/${txId}`, transaction));
    for (const child of found) total += child?.fee ?? 0n;
  }
  return total;
}

import { mapBounded } from '../endpoints/map-bounded.ts';
import { outspends, transaction } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** What has more descendants nodes replace by nothing (BIP-125, rule 5). */
const mostDescendants = 100;

/**
 * Satoshis that the transactions pay which wait for a block on top of others: our own children, and what receivers have built. They go with what
 * they spend, and whoever takes its place pays for them too (BIP-125, rule 3).
 */
export async function readDescendantFees(endpoint: Endpoint, txIds: readonly string[]): Promise<bigint> {
  const seen = new Set(txIds);
  let total = 0n;
  let parents = [...seen];
  while (parents.length > 0 && seen.size < mostDescendants + txIds.length) {
    const spends = await mapBounded(parents, (txId) => endpoint.find(`tx/${txId}/outspends`, outspends));
    const waiting = spends.flatMap((outputs = []) =>
      outputs.flatMap((spend) => (spend.spent && !spend.status.confirmed ? [spend.txid] : [])),
    );
    parents = [...new Set(waiting)].filter((txId) => !seen.has(txId));
    for (const txId of parents) seen.add(txId);
    const found = await mapBounded(parents, (txId) => endpoint.find(`tx/${txId}`, transaction));
    for (const child of found) total += child?.fee ?? 0n;
  }
  return total;
}

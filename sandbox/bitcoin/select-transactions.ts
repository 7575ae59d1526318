import type { Mempool } from './mempool.ts';
import type { ResolvedTransaction } from './resolved-transaction.ts';

/** In virtual bytes, of Bitcoin Core's default of 3,996,000 weight units, the coinbase left out. */
const MOST_BLOCK_SIZE = 998_000;

/**
 * What goes into the next block: always those next whose bid is the highest, each counted together with the ancestors that
 * it needs, so that a child pays for its parent, as Bitcoin Core's block template does.
 * @param leastFeeRate in satoshis for each virtual byte
 * @returns ancestors before descendants
 */
export function selectTransactions(mempool: Mempool, leastFeeRate: number): ResolvedTransaction[] {
  const selected = new Set<ResolvedTransaction>();
  let room = MOST_BLOCK_SIZE;
  let waiting = mempool.all();
  while (waiting.length > 0) {
    const packages = waiting.map((transaction) => packageOf(transaction, mempool, selected));
    const [best] = packages
      .filter(({ size, feeRate }) => size <= room && feeRate >= leastFeeRate)
      .sort((one, other) => other.feeRate - one.feeRate);
    if (best === undefined) break;
    for (const transaction of best.members) selected.add(transaction);
    room -= best.size;
    waiting = waiting.filter((transaction) => !selected.has(transaction));
  }
  return [...selected];
}

function packageOf(transaction: ResolvedTransaction, mempool: Mempool, selected: ReadonlySet<ResolvedTransaction>) {
  const depth = (member: ResolvedTransaction) => mempool.ancestorsOf(member).length;
  const ancestors = mempool.ancestorsOf(transaction).filter((ancestor) => !selected.has(ancestor));
  // Whoever needs more ancestors cannot be among the ancestors of one that needs fewer.
  const members = [...ancestors.toSorted((one, other) => depth(one) - depth(other)), transaction];
  const size = members.reduce((sum, { virtualSize }) => sum + virtualSize, 0);
  const fee = members.reduce((sum, member) => sum + member.fee, 0n);
  return { members, size, feeRate: Number(fee) / size };
}

import type { Mempool } from './mempool.ts';
import type { ResolvedTransaction } from './resolved-transaction.ts';

/** In virtual bytes: Bitcoin Core's default of 3,996,000 weight units, without the coinbase. */
const MOST_BLOCK_SIZE = 998_000;

/**
 * Selects the transactions of the next block like Bitcoin Core's block template: highest fee rate
 * first, each counted with its unconfirmed ancestors, so that a child pays for its parents.
 * @param leastFeeRate in satoshis per virtual byte
 * @returns ancestors before descendants
 */
export function selectTransactions(mempool: Mempool, leastFeeRate: number): ResolvedTransaction[] {
  const selected = new Set<ResolvedTransaction>();
  const packages = new Map(mempool.all().map((one) => [one, packageOf(one, mempool, selected)]));
  let room = MOST_BLOCK_SIZE;
  for (;;) {
    const best = bestOf(
      [...packages.values()].filter(({ size, feeRate }) => size <= room && feeRate >= leastFeeRate),
    );
    if (best === undefined) return [...selected];
    room -= best.size;
    for (const member of best.members) {
      selected.add(member);
      packages.delete(member);
    }
    const children = best.members.flatMap((member) => mempool.descendantsOf(member));
    for (const child of children)
      if (packages.has(child)) packages.set(child, packageOf(child, mempool, selected));
  }
}

interface Package {
  /** Ancestors before descendants. */
  readonly members: readonly ResolvedTransaction[];
  /** In virtual bytes. */
  readonly size: number;
  readonly feeRate: number;
}

function bestOf(packages: readonly Package[]): Package | undefined {
  const [first, ...others] = packages;
  return others.reduce(
    (best, one) => (best !== undefined && one.feeRate > best.feeRate ? one : best),
    first,
  );
}

function packageOf(
  transaction: ResolvedTransaction,
  mempool: Mempool,
  selected: ReadonlySet<ResolvedTransaction>,
): Package {
  const depth = (member: ResolvedTransaction) => mempool.ancestorsOf(member).length;
  const ancestors = mempool.ancestorsOf(transaction).filter((ancestor) => !selected.has(ancestor));
  // An ancestor always has fewer ancestors than its descendant.
  const members = [...ancestors.toSorted((one, other) => depth(one) - depth(other)), transaction];
  const size = members.reduce((sum, { virtualSize }) => sum + virtualSize, 0);
  const fee = members.reduce((sum, member) => sum + member.fee, 0n);
  return { members, size, feeRate: Number(fee) / size };
}

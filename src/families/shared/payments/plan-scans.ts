/** A range of blocks that is scanned once for several targets. */
export interface Scan<Target> {
  targets: readonly Target[];
  /** First and last block, both inclusive. */
  from: bigint;
  upTo: bigint;
}

/**
 * Plans at most two scans. One covers all targets within `maxBlocks` of the newest block, up to
 * that block. The other serves the targets that lag more, so that they do not hold up the rest:
 * `maxBlocks` blocks from the one that lags most.
 */
export function planScans<Target extends { after: bigint }>(
  targets: readonly Target[],
  latest: bigint,
  maxBlocks: bigint,
): Scan<Target>[] {
  const isNear = ({ after }: Target): boolean => latest - after <= maxBlocks;
  const open = targets.filter(({ after }) => after < latest);
  const near = scanFrom(open.filter(isNear), () => latest);
  const far = scanFrom(
    open.filter((target) => !isNear(target)),
    (first) => first + maxBlocks,
  );
  return [far, near].flatMap((scan) => scan ?? []);
}

function scanFrom<Target extends { after: bigint }>(
  targets: readonly Target[],
  endAfter: (first: bigint) => bigint,
): Scan<Target> | undefined {
  const [first] = targets.map(({ after }) => after).sort((one, other) => Number(one - other));
  if (first === undefined) return undefined;
  const upTo = endAfter(first);
  return { targets: targets.filter(({ after }) => after < upTo), from: first + 1n, upTo };
}

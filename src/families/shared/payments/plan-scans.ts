/** Blocks that are gone through at once for several targets. */
export interface Look<Place> {
  targets: readonly Place[];
  /** The first of them, and the last. */
  from: bigint;
  upTo: bigint;
}

/**
 * The targets that are no more than `most` blocks behind the newest one are looked at up to that,
 * together. Of the others, who would hold these up, those go on that are the farthest behind, and
 * whoever is within `most` blocks of them.
 */
export function planLooks<Place extends { after: bigint }>(
  targets: readonly Place[],
  latest: bigint,
  most: bigint,
): Look<Place>[] {
  const isNear = ({ after }: Place): boolean => latest - after <= most;
  const open = targets.filter(({ after }) => after < latest);
  const near = lookFrom(open.filter(isNear), () => latest);
  const far = lookFrom(
    open.filter((target) => !isNear(target)),
    (first) => first + most,
  );
  return [far, near].flatMap((look) => look ?? []);
}

function lookFrom<Place extends { after: bigint }>(
  targets: readonly Place[],
  endAfter: (first: bigint) => bigint,
): Look<Place> | undefined {
  const [first] = targets.map(({ after }) => after).sort((one, other) => Number(one - other));
  if (first === undefined) return undefined;
  const upTo = endAfter(first);
  return { targets: targets.filter(({ after }) => after < upTo), from: first + 1n, upTo };
}

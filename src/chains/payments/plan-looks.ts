import type { PaymentsSeen } from '../../ports/payments.ts';

/** Blocks that are gone through at once for several places. */
export interface Look<Place> {
  places: readonly Place[];
  /** The first of them, and the last. */
  from: bigint;
  upTo: bigint;
}

/**
 * The places that are no more than `most` blocks behind the newest one are looked at up to that, together. Of the others, who would hold these up,
 * those go on that are the farthest behind, and whoever is within `most` blocks of them.
 */
export function planLooks<Place extends { after: bigint }>(
  places: readonly Place[],
  latest: bigint,
  most: bigint,
): Look<Place>[] {
  const isNear = ({ after }: Place): boolean => latest - after <= most;
  const open = places.filter(({ after }) => after < latest);
  const near = lookFrom(open.filter(isNear), () => latest);
  const far = lookFrom(
    open.filter((place) => !isNear(place)),
    (first) => first + most,
  );
  return [far, near].flatMap((look) => look ?? []);
}

function lookFrom<Place extends { after: bigint }>(
  places: readonly Place[],
  endAfter: (first: bigint) => bigint,
): Look<Place> | undefined {
  const [first] = places.map(({ after }) => after).sort((one, other) => Number(one - other));
  if (first === undefined) return undefined;
  const upTo = endAfter(first);
  return { places: places.filter(({ after }) => after < upTo), from: first + 1n, upTo };
}

/** The newest blocks that an endpoint may name before it has them, in milliseconds. */
const justMade = 60_000;

/** What a look says of a place for which all blocks up to one were gone through. */
export function reached(
  after: bigint,
  upTo: bigint,
  { latest, final }: { latest: bigint; final: bigint },
  { blockTimeMs }: { blockTimeMs: number },
): Pick<PaymentsSeen, 'lookedUntil' | 'isCut'> {
  const enough = latest - BigInt(Math.ceil(justMade / blockTimeMs));
  const isCut = upTo < enough && after < enough;
  return { lookedUntil: lookedUntil(after, upTo, final), ...(isCut ? { isCut } : {}) };
}

/** How far a place was looked at, when all blocks up to one were gone through for it: what is not final may come again. */
export function lookedUntil(after: bigint, upTo: bigint, final: bigint): bigint {
  const seen = upTo < final ? upTo : final;
  return seen > after ? seen : after;
}

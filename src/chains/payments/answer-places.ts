import type { Chain } from '../../core/chains.ts';
import type { ChainHead } from '../../core/swap.ts';
import type { IncomingPayment, PaymentPlace, PaymentsSeen } from '../../ports/payments.ts';

/** What was seen of a place in blocks that were gone through. */
export interface SeenInBlocks {
  payments: IncomingPayment[];
  /** The last of these blocks. */
  upTo: bigint;
}

/**
 * One answer for each place, in their order; a place that no look came to stays where it was.
 * @param chain whose blocks they are
 */
export function answerPlaces(
  places: readonly PaymentPlace[],
  seen: ReadonlyMap<PaymentPlace, SeenInBlocks>,
  head: ChainHead,
  chain: Pick<Chain, 'blockTimeMs'>,
): PaymentsSeen[] {
  return places.map((place) => {
    const { payments = [], upTo = place.after } = seen.get(place) ?? {};
    return { payments, ...reached(place.after, upTo, head, chain) };
  });
}

/** The newest blocks that an endpoint may name before it has them, in milliseconds. */
const justMade = 60_000;

/** What a look says of a place for which all blocks up to one were gone through. */
export function reached(
  after: bigint,
  upTo: bigint,
  { latest, final }: ChainHead,
  { blockTimeMs }: Pick<Chain, 'blockTimeMs'>,
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

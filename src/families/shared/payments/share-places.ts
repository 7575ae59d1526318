import type { IncomingPayment, LookedBlock, PaymentPlace, PaymentsSeen } from '../../../ports/payments.ts';
import { lookedUntil } from './answer-places.ts';

/** What was found for one account, and up to which block nothing is left out. */
export interface SharedLook {
  payments: readonly IncomingPayment[];
  until: bigint;
  /** There is more that was not read yet. */
  isCut?: boolean;
  /** How far everything was read. Absent where there is more. */
  through?: LookedBlock;
}

/**
 * Answers for places of which several may have one account, where orders are told apart by their memos: these are looked at once, from where the
 * one that is the farthest behind has to go on.
 *
 * @param look one answer for each, in their order
 */
export async function sharePlaces(
  places: readonly PaymentPlace[],
  final: bigint,
  look: (distinct: readonly PaymentPlace[]) => Promise<readonly SharedLook[]>,
): Promise<PaymentsSeen[]> {
  const distinct = new Map<string, PaymentPlace>();
  for (const place of places) {
    const known = distinct.get(nameOf(place));
    if (!known || place.after < known.after) distinct.set(nameOf(place), place);
  }
  const looks = await look([...distinct.values()]);
  const byName = new Map([...distinct.keys()].map((name, index) => [name, looks[index]]));
  return places.map((place) => {
    const { payments = [], until = place.after, isCut = false, through } = byName.get(nameOf(place)) ?? {};
    return {
      payments: payments.filter(({ block }) => block.number > place.after),
      lookedUntil: lookedUntil(place.after, until, final),
      ...(isCut ? { isCut } : {}),
      ...(through && through.number >= place.after ? { through } : {}),
    };
  });
}

function nameOf({ account, token }: PaymentPlace): string {
  return `${account} ${token}`;
}

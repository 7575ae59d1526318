import type { BookEntry, Posting } from './posting.ts';

/**
 * `swap`: what was sold and what it brought. `refund`: the money that came back instead. The others
 * have one side: a payment or payout alone, a fee, coins that came back, or an attribution that a
 * person has withdrawn.
 */
type BookRowType = 'swap' | 'refund' | 'payment' | 'payout' | 'fee' | 'return' | 'withdrawn';

/** One line of a table: what left an account, and what came into one. */
export interface BookRow {
  type: BookRowType;
  sent?: Posting;
  received?: Posting;
}

/** One row for the swap, and one for each fee and whatever else has no other side. */
export function bookRows({ postings }: Pick<BookEntry, 'postings'>): BookRow[] {
  const sold = postings.find(({ kind, amount }) => kind === 'payment' && amount < 0n);
  const brought = postings.find(({ kind, amount }) => isIncome(kind) && amount > 0n);
  const paired: readonly (Posting | undefined)[] = sold && brought ? [sold, brought] : [];
  const type = brought?.kind === 'refund' ? 'refund' : 'swap';
  return [
    ...(sold && brought ? [{ type, sent: sold, received: brought } satisfies BookRow] : []),
    ...postings.filter((posting) => !paired.includes(posting)).map(rowOf),
  ];
}

function isIncome(kind: Posting['kind']): boolean {
  return kind === 'payout' || kind === 'refund';
}

function rowOf(posting: Posting): BookRow {
  const side = posting.amount > 0n ? { received: posting } : { sent: posting };
  return { type: typeOf(posting), ...side };
}

function typeOf({ kind, amount }: Posting): BookRowType {
  switch (kind) {
    case 'payment':
      return 'payment';
    case 'payout':
    case 'refund':
      return amount > 0n ? kind : 'withdrawn';
    case 'network-fee':
    case 'charge':
      return 'fee';
    case 'return':
      return 'return';
  }
}

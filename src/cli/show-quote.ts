import type { z } from 'zod';
import type { quoteAnswer } from '../api/schemas/preview.ts';
import { labelled } from './labelled.ts';

/** Offers of the routing service as text for a person. */
export function showQuote(
  { from, to, amount, quotes }: z.infer<typeof quoteAnswer>,
  width: number,
): string {
  const lines = quotes.flatMap((offer): [string, string | undefined][] => [
    [
      'offer',
      `by ${offer.provider}: expects ${offer.expectedOut}, at least ${offer.minOut} ${to.symbol}`,
    ],
    ['', offer.meetsMinimum ? undefined : 'less than the minimum of the job'],
    ['fees', `${offer.declaredFee} declared, in coins of ${from.chain}, beside the network’s`],
    ['time', offer.expectedSeconds === undefined ? undefined : `about ${offer.expectedSeconds} s`],
    ['spender', offer.spender],
  ]);
  return labelled(
    [
      ['from', `${amount} ${from.symbol} on ${from.chain}`],
      ['to', `${to.symbol} on ${to.chain}`],
      ...lines,
    ],
    width,
  );
}

import { type BookContext, bookSwaps } from './book-swaps.ts';
import { type SampleContext, type SampleOptions, sampleBalances } from './sample-balances.ts';

/** Milliseconds between two readings of all balances. */
const sampledEvery = 3_600_000;

export interface BookOptions extends Pick<SampleOptions, 'ceilings'> {
  /** Milliseconds after its end before a swap is booked. Default: 60,000. */
  bookedAfter?: number;
}

/**
 * A duty of the treasury worker: books what has ended, and reads the balances of the wallets that it
 * booked for; each hour, of all. With nothing due it costs two statements.
 */
export async function keepBooks(
  context: BookContext & SampleContext,
  { bookedAfter, ...options }: BookOptions = {},
): Promise<void> {
  const { journal, clock } = context;
  const wallets = await bookSwaps(context, bookedAfter === undefined ? {} : { after: bookedAfter });
  const now = clock.now();
  const last = await journal.lastSampled(now - 2 * sampledEvery);
  if (last === undefined || now - last >= sampledEvery) await sampleBalances(context, options);
  else if (wallets.size > 0) await sampleBalances(context, { ...options, wallets });
}

import { type BookContext, bookSwaps } from './book-swaps.ts';
import { type SampleContext, type SampleOptions, sampleBalances } from './sample-balances.ts';

/** Milliseconds between two readings of all balances. */
const sampledEvery = 3_600_000;

export interface BookOptions extends Pick<SampleOptions, 'ceilings'> {
  /** Milliseconds after its end before a swap is booked. Default: 60,000. */
  bookedAfter?: number;
}

/**
 * Books what has ended, and reads the balances of the wallets that it booked for; each hour, of all.
 * Returns the milliseconds until all are due again: 0 if a chain did not answer.
 */
export async function keepBooks(
  context: BookContext & SampleContext,
  { bookedAfter, ...options }: BookOptions = {},
): Promise<number> {
  const { journal, clock } = context;
  const wallets = await bookSwaps(context, bookedAfter === undefined ? {} : { after: bookedAfter });
  const dueIn = async (): Promise<number> => {
    const now = clock.now();
    const last = await journal.lastSampled(now - 2 * sampledEvery);
    return last === undefined ? 0 : Math.max(0, last + sampledEvery - now);
  };
  const wait = await dueIn();
  if (wait > 0) {
    if (wallets.size > 0) await sampleBalances(context, { ...options, wallets });
    return wait;
  }
  await sampleBalances(context, options);
  return dueIn();
}

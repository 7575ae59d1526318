import { type CoinChange, coinPostings, makePostings } from '../../core/books/make-postings.ts';
import type { BookedToken, Posting } from '../../core/books/posting.ts';
import { chainRegistry } from '../../core/swap/chains.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ExecutorContext } from '../../executor/context.ts';
import type { BookStore, SwapToBook, UnbookedSwap } from '../../ports/stores/book-store.ts';
import { priceToken } from './price-token.ts';

export type BookContext = Pick<
  ExecutorContext<BookStore>,
  'journal' | 'chains' | 'prices' | 'clock' | 'logger'
>;

/** Swaps that one round books. */
const atATime = 50;
/**
 * Milliseconds after an end before it is booked: by then what a transaction brought back along its
 * trace has arrived.
 */
const settlesWithin = 60_000;
/** Milliseconds after an end until which a swap waits for transactions that no endpoint has. */
const waitsFor = 86_400_000;
/** Milliseconds after an end within which today's price counts as that of the settlement. */
const priceLasts = 3_600_000;

/**
 * Books what has ended. A swap whose chain does not answer stays for the next round. Returns the
 * wallets of the entries that were written.
 */
export async function bookSwaps(
  context: BookContext,
  { after = settlesWithin }: { after?: number } = {},
): Promise<ReadonlySet<string>> {
  const { journal, clock, logger } = context;
  const wallets = new Set<string>();
  for (const swap of await journal.unbooked(clock.now() - after, atATime)) {
    try {
      for (const wallet of await bookSwap(context, swap)) wallets.add(wallet);
    } catch (cause) {
      const { code, message } = toFerrymanError(cause);
      if (code === 'JOURNAL_UNAVAILABLE') throw cause;
      logger.warn({ swap: swap.swapId, code, reason: message }, 'swap not booked yet');
      await journal.postponeBooking(swap.swapId);
    }
  }
  return wallets;
}

/** The wallets of what was booked. */
async function bookSwap(context: BookContext, swap: UnbookedSwap): Promise<string[]> {
  const { journal } = context;
  const facts = await journal.bookFacts(swap.swapId);
  const coinOf = (chain: string): BookedToken => coinOn(context, chain);
  const postings = makePostings(facts, coinOf);
  const changes = await readChanges(context, swap, facts);
  const all = [...postings, ...coinPostings(postings, changes, coinOf, facts)];
  const entry = { ...swap, postings: await withPrices(context, swap, all) };
  return (await journal.recordEntry(entry)) ? all.flatMap(({ wallet }) => wallet ?? []) : [];
}

/**
 * What the swap's transactions did to coins, on the chains that are configured. An endpoint may be
 * behind: until a day after the end a transaction that it does not have throws `CHAIN_UNAVAILABLE`.
 * After that the node has dropped it, and drift shows what is missing.
 */
async function readChanges(
  { journal, chains, clock }: BookContext,
  { endAt }: UnbookedSwap,
  { touched }: SwapToBook,
): Promise<CoinChange[]> {
  const changes: CoinChange[] = [];
  for (const { chain, txId, account, from, isReceived, isGone } of touched) {
    const adapter = chains.get(chain);
    if (!adapter) continue;
    const change = isGone
      ? 0n
      : await adapter.coinChangeIn(txId, account, {
          ...(from === undefined ? {} : { from }),
          ...(isReceived ? { overBy: endAt } : {}),
        });
    if (change === undefined) {
      if (clock.now() - endAt > waitsFor) continue;
      throw new FerrymanError('CHAIN_UNAVAILABLE', `no endpoint of ${chain} has ${txId} now`);
    }
    const token = adapter.chain.nativeToken.address;
    const booked = await journal.bookedCoins({ chain, txId, account, token });
    changes.push({ chain, txId, account, change, booked });
  }
  return changes;
}

async function withPrices(
  context: BookContext,
  { endAt }: UnbookedSwap,
  postings: readonly Posting[],
): Promise<Posting[]> {
  if (context.clock.now() - endAt > priceLasts) return [...postings];
  const read = priceToken(context);
  const known = new Map<string, ReturnType<typeof read>>();
  return Promise.all(
    postings.map(async (posting) => {
      const name = `${posting.chain} ${posting.token}`;
      const reading = known.get(name) ?? read(posting);
      known.set(name, reading);
      const price = await reading;
      return price ? { ...posting, price } : posting;
    }),
  );
}

/** The coin that fees on a chain are paid in. */
function coinOn({ chains }: BookContext, name: string): BookedToken {
  const chain = chains.get(name)?.chain ?? chainRegistry[name];
  if (!chain) {
    throw new FerrymanError('UNKNOWN_CHAIN', `${name} is not known any more: configure it again`);
  }
  const { address: token, symbol, decimals } = chain.nativeToken;
  return { family: chain.family, chain: name, token, symbol, decimals, listed: true };
}

import type { ChainName } from '../core/chains.ts';
import { mayBeMeantFor } from '../core/judge-deposit-payments.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { WatchedPlace } from '../ports/deposit-journal.ts';
import type { PaymentsSeen } from '../ports/payments.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { wakeAll } from './wake.ts';

/** After so many looks that all failed it is not a single place that keeps them from it: it takes nine to find one among `placesAtOnce`. */
const mostFailed = 16;

/** So many places are looked at at a time; the others are for the next look. */
const placesAtOnce = 200;

const hour = 3_600_000;

/**
 * A look at what has come to where orders want their deposits on a chain, in one batch. It does nothing while another process is the chain's
 * observer, and asks nothing of a chain that no order wants a deposit on.
 */
export function createDepositWatcher(
  context: ExecutorContext,
  chain: ChainName,
  isElected: () => Promise<boolean>,
): () => Promise<void> {
  const { journal, policy, clock } = context;
  return async () => {
    if (!(await isElected())) return;
    const adapter = adapterOf(context, chain);
    const { blocksPerLook } = adapter;
    // Twice as many blocks as come in between: after an outage it catches up.
    const slowest =
      blocksPerLook === undefined ? hour : Math.min(hour, (blocksPerLook * adapter.chain.blockTimeMs) / 2);
    const places = await journal.depositPlaces({ chain, pace: policy.statusPoll, slowest, limit: placesAtOnce });
    if (places.length === 0) return;
    const startedAt = clock.now();
    const { final } = await adapter.head();
    const seen = await lookAt(context, adapter, places);
    const ago = Math.max(0, clock.now() - startedAt);
    const looks = seen.map(({ place, payments, lookedUntil, isCut = false }) => {
      const hasMore = blocksPerLook !== undefined && lookedUntil < final;
      return {
        orderId: place.orderId,
        swapId: place.swapId,
        lookedUntil,
        ago,
        isBehind: hasMore || (place.isWaitedFor && isCut),
        ...(hasMore || isCut ? {} : { seenUntil: place.askedAt }),
        payments: payments.filter((payment) => mayBeMeantFor(place, payment)),
      };
    });
    await wakeAll(context, await journal.recordDeposits(looks));
  };
}

type SeenAtPlace = PaymentsSeen & { place: WatchedPlace };

/** How many looks have shown something, and how many nothing. */
interface Tally {
  seen: number;
  failed: number;
}

/**
 * At all of them at once. Where that fails, since one of them cannot be looked at (a token that answers no more, a history that a node has thrown
 * away), in halves, so that one holds up nobody else. Throws where nothing at all can be looked at.
 */
async function lookAt(
  context: ExecutorContext,
  adapter: ChainAdapter,
  places: readonly WatchedPlace[],
  tally: Tally = { seen: 0, failed: 0 },
): Promise<SeenAtPlace[]> {
  try {
    const seen = await adapter.paymentsTo(places);
    tally.seen += 1;
    return places.flatMap((place, at) => (seen[at] ? [{ place, ...seen[at] }] : []));
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    tally.failed += 1;
    const [place] = places;
    if (!place || (tally.seen === 0 && tally.failed >= mostFailed)) throw cause;
    if (places.length === 1) {
      context.logger.warn({ swap: place.swapId, code, reason: message }, 'deposit address not looked at');
      return [];
    }
  }
  const half = Math.ceil(places.length / 2);
  const first = await lookAt(context, adapter, places.slice(0, half), tally);
  return [...first, ...(await lookAt(context, adapter, places.slice(half), tally))];
}

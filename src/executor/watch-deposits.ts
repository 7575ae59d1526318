import type { ChainName } from '../core/chains.ts';
import { mayBeMeantFor } from '../core/judge-deposit-payments.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { WatchedPlace } from '../ports/deposit-journal.ts';
import type { PaymentsSeen } from '../ports/payments.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { wakeAll } from './wake.ts';

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
  const { journal, policy } = context;
  return async () => {
    if (!(await isElected())) return;
    const adapter = adapterOf(context, chain);
    const { blocksPerLook } = adapter;
    // Twice as many blocks as come in between: after an outage it catches up.
    const slowest =
      blocksPerLook === undefined ? hour : Math.min(hour, (blocksPerLook * adapter.chain.blockTimeMs) / 2);
    const places = await journal.depositPlaces({ chain, pace: policy.statusPoll, slowest, limit: placesAtOnce });
    if (places.length === 0) return;
    const { final } = await adapter.head();
    const looks = (await lookAt(context, adapter, places)).map(({ place, payments, lookedUntil }) => ({
      ...{ orderId: place.orderId, swapId: place.swapId, lookedUntil },
      isBehind: blocksPerLook !== undefined && lookedUntil < final,
      payments: payments.filter((payment) => mayBeMeantFor(place, payment)),
    }));
    await wakeAll(context, await journal.recordDeposits(looks));
  };
}

type SeenAtPlace = PaymentsSeen & { place: WatchedPlace };

/** At all of them at once; where one of them cannot be looked at, a token that answers no more say, at each by itself. */
async function lookAt(
  context: ExecutorContext,
  adapter: ChainAdapter,
  places: readonly WatchedPlace[],
): Promise<SeenAtPlace[]> {
  try {
    const seen = await adapter.paymentsTo(places);
    return places.flatMap((place, at) => (seen[at] ? [{ place, ...seen[at] }] : []));
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    const [place] = places;
    if (!place || code === 'RPC_UNAVAILABLE') throw cause;
    if (places.length === 1) {
      context.logger.warn({ swap: place.swapId, code, reason: message }, 'deposit address not looked at');
      return [];
    }
  }
  const each: SeenAtPlace[] = [];
  for (const place of places) each.push(...(await lookAt(context, adapter, [place])));
  return each;
}

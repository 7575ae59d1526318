import { mayBeMeantFor } from '../core/deposits/judge-deposit-payments.ts';
import type { ChainName } from '../core/swap/chains.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { PaymentsSeen } from '../ports/payments.ts';
import type { WatchedPlace } from '../ports/stores/deposit-store.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { hostsOf, joinLooks } from './join-looks.ts';
import { wakeAll } from './wake.ts';

/** After so many looks that all failed it is not a single place that keeps them from it: it takes nine to find one among `placesAtOnce`. */
const mostFailed = 16;

/** So many places are looked at at a time; the others are for the next look. */
const placesAtOnce = 200;

const hour = 3_600_000;

/** An endpoint that lags by more than this is not listened to, in milliseconds: what is farther ahead of a head than that is no block of the chain. */
const mostLag = 240_000;

/** How far hosts have come beyond what the journal knows, where not enough of them have come so far: by host and order. */
type Progress = Map<string, bigint>;

/**
 * Milliseconds between two looks at an old place, at most. A look goes through twice as many blocks as come in between: after an outage it
 * catches up.
 */
export function slowestLook({ blocksPerLook, chain }: Pick<ChainAdapter, 'blocksPerLook' | 'chain'>): number {
  return blocksPerLook === undefined ? hour : Math.min(hour, (blocksPerLook * chain.blockTimeMs) / 2);
}

/**
 * A look at what has come to where orders want their deposits on a chain, in one batch. It does nothing while another process is the chain's
 * observer, and asks nothing of a chain that no order wants a deposit on. Returns whether the next block is to be looked at too: somebody is
 * to pay by hand, or there is more to look at. Other places are due again later.
 */
export function createDepositWatcher(
  context: ExecutorContext,
  chain: ChainName,
  isElected: () => Promise<boolean>,
): () => Promise<boolean> {
  const { journal, policy, clock } = context;
  const progress: Progress = new Map();
  return async () => {
    if (!(await isElected())) return false;
    const adapter = adapterOf(context, chain);
    const { blocksPerLook } = adapter;
    const slowest = slowestLook(adapter);
    const told = await journal.depositPlaces({ chain, pace: policy.statusPoll, slowest, limit: placesAtOnce });
    if (told.length === 0) return false;
    const startedAt = clock.now();
    const { latest, final } = await adapter.head();
    const places = told.map((place) => fromWhereBlocksAre(context, adapter, place, latest));
    const seen = await lookOnHosts(context, adapter, places, progress);
    const ago = Math.max(0, clock.now() - startedAt);
    const looks = seen.map(({ place, payments, lookedUntil, reached, isCut, throughTime }) => {
      const hasMore = blocksPerLook !== undefined && reached < final;
      const seenUntil = throughTime === undefined ? undefined : emptyUntil(context, place, throughTime);
      return {
        orderId: place.orderId,
        swapId: place.swapId,
        lookedUntil,
        ago,
        isBehind: hasMore || (place.isWaitedFor && isCut),
        ...(seenUntil === undefined ? {} : { seenUntil }),
        ...(place.isCorrected ? { isCorrected: true } : {}),
        payments: payments.filter((payment) => mayBeMeantFor(place, payment)),
      };
    });
    await wakeAll(context, await journal.recordDeposits(looks));
    const isMore = places.length === placesAtOnce || looks.some(({ isBehind }) => isBehind);
    return isMore || places.some(({ isWaitedFor }) => isWaitedFor);
  };
}

interface Place extends WatchedPlace {
  /** The journal went by a block that the chain does not have: everything is looked at again. */
  isCorrected?: true;
}

/** A head from nowhere that was believed once must not hide for ever what comes below it. */
function fromWhereBlocksAre(
  { logger }: ExecutorContext,
  adapter: ChainAdapter,
  place: WatchedPlace,
  latest: bigint,
): Place {
  const { swapId: swap, after, anchor } = place;
  const isBeyond = after - latest > BigInt(Math.ceil(mostLag / adapter.chain.blockTimeMs));
  if (!isBeyond) return place;
  const blocks = { swap, looked: `${after}`, ordered: `${anchor}`, latest: `${latest}` };
  logger.warn(blocks, 'deposit address looked at up to a block that its chain does not have; it is looked at again');
  return after > anchor ? { ...place, after: anchor, isCorrected: true } : place;
}

/**
 * Up to when nothing else has come, by the journal's clock: later blocks are not older than the newest that was looked at, as far as clocks agree.
 * How old that is, only its own time tells: an endpoint that is behind shows an empty address for as long as it is.
 */
function emptyUntil(
  { policy, clock, logger }: ExecutorContext,
  { swapId: swap, askedAt }: WatchedPlace,
  throughTime: number,
): number | undefined {
  if (throughTime - clock.now() <= policy.clocksDiffer) return Math.min(askedAt, throughTime - policy.clocksDiffer);
  const newest = new Date(throughTime).toISOString();
  logger.warn({ swap, newest }, 'the newest block is of the future, so that nothing is known by its time');
  return undefined;
}

/** Each host by itself, from where it has come to by itself. Throws where none answers. */
async function lookOnHosts(
  context: ExecutorContext,
  adapter: ChainAdapter,
  places: readonly Place[],
  progress: Progress,
) {
  const hosts = hostsOf(adapter);
  const keyOf = (host: string | undefined, { orderId }: WatchedPlace): string => `${host} ${orderId}`;
  const reachedOf = (host: string | undefined, place: Place): bigint => {
    const known = place.isCorrected ? undefined : progress.get(keyOf(host, place));
    return known !== undefined && known > place.after ? known : place.after;
  };
  const answers = await Promise.all(
    hosts.map(async (host) => {
      const own = places.map((place) => ({ ...place, after: reachedOf(host, place) }));
      try {
        const seen = await lookAt(context, adapter, own, host);
        return new Map(seen.map((one) => [one.place.orderId, one]));
      } catch (cause) {
        return toFerrymanError(cause);
      }
    }),
  );
  const faults = answers.flatMap((answer) => (answer instanceof Map ? [] : [answer]));
  if (faults[0] && faults.length === hosts.length) throw faults[0];
  for (const { code, message } of faults) {
    const facts = { chain: adapter.chain.name, code, reason: message };
    context.logger.warn(
      facts,
      'deposit addresses not looked at on one host: none of them is known to be empty without it',
    );
  }
  return places.flatMap((place) => {
    const looks = hosts.map((host, at) => {
      const answer = answers[at];
      const seen = answer instanceof Map ? answer.get(place.orderId) : undefined;
      return { host, reached: seen?.lookedUntil ?? reachedOf(host, place), ...(seen ? { seen } : {}) };
    });
    if (looks.every(({ seen }) => !seen)) return [];
    const joined = joinLooks(looks);
    for (const { host, reached } of looks) {
      if (reached > joined.lookedUntil) progress.set(keyOf(host, place), reached);
      else progress.delete(keyOf(host, place));
    }
    return [{ place, ...joined }];
  });
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
  host: string | undefined,
  tally: Tally = { seen: 0, failed: 0 },
): Promise<SeenAtPlace[]> {
  try {
    const seen = await adapter.paymentsTo(places, host);
    tally.seen += 1;
    return places.flatMap((place, at) => (seen[at] ? [{ place, ...seen[at] }] : []));
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    tally.failed += 1;
    const [place] = places;
    if (!place || (tally.seen === 0 && tally.failed >= mostFailed)) throw cause;
    if (places.length === 1) {
      const { swapId: swap } = place;
      context.logger.warn({ swap, code, reason: message, ...(host ? { host } : {}) }, 'deposit address not looked at');
      return [];
    }
  }
  const half = Math.ceil(places.length / 2);
  const first = await lookAt(context, adapter, places.slice(0, half), host, tally);
  return [...first, ...(await lookAt(context, adapter, places.slice(half), host, tally))];
}

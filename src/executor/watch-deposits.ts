import { mayBeMeantFor } from '../core/deposits/judge-deposit-payments.ts';
import type { ChainName } from '../core/swap/chains.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { PaymentsSeen } from '../ports/payments.ts';
import type { DepositStore, WatchedDeposit } from '../ports/stores/deposit-store.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { dispatchAll } from './dispatch.ts';
import { hostsOf, joinLooks } from './join-looks.ts';

/**
 * After so many looks that all failed it is not a single target that keeps them from it: it takes
 * nine to find one among `targetsAtOnce`.
 */
const maxFailed = 16;

/** So many targets are looked at at a time; the others are for the next look. */
const targetsAtOnce = 200;

const hour = 3_600_000;

/**
 * An endpoint that lags by more than this is not listened to, in milliseconds: what is farther
 * ahead of a head than that is no block of the chain.
 */
const maxLag = 240_000;

/**
 * How far hosts have come beyond what the journal knows, where not enough of them have come so far:
 * by host and order.
 */
type Progress = Map<string, bigint>;

/**
 * Milliseconds between two looks at an old target, at most. A look goes through twice as many
 * blocks as come in between: after an outage it catches up.
 */
export function slowestLook({
  blocksPerLook,
  chain,
}: Pick<ChainAdapter, 'blocksPerLook' | 'chain'>): number {
  return blocksPerLook === undefined
    ? hour
    : Math.min(hour, (blocksPerLook * chain.blockTimeMs) / 2);
}

/**
 * A look at what has come to where orders want their deposits on a chain, in one batch. It does
 * nothing while another process is the chain's observer, and asks nothing of a chain that no order
 * wants a deposit on. Returns whether the next block is to be looked at too: somebody is to pay by
 * hand, or there is more to look at. Other targets are due again later.
 */
export function createDepositWatcher(
  context: ExecutorContext<DepositStore>,
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
    const told = await journal.depositTargets({
      chain,
      pace: policy.statusPoll,
      slowest,
      limit: targetsAtOnce,
    });
    if (told.length === 0) return false;
    const startedAt = clock.now();
    const { latest, final } = await adapter.head();
    const targets = told.map((target) => fromWhereBlocksAre(context, adapter, target, latest));
    const seen = await lookOnHosts(context, adapter, targets, progress);
    const ago = Math.max(0, clock.now() - startedAt);
    const looks = seen.map(({ target, payments, lookedUntil, reached, isCut, throughTime }) => {
      const hasMore = blocksPerLook !== undefined && reached < final;
      const seenUntil =
        throughTime === undefined ? undefined : emptyUntil(context, target, throughTime);
      return {
        orderId: target.orderId,
        swapId: target.swapId,
        lookedUntil,
        ago,
        isBehind: hasMore || (target.isWaitedFor && isCut),
        ...(seenUntil === undefined ? {} : { seenUntil }),
        ...(target.isCorrected ? { isCorrected: true } : {}),
        payments: payments.filter((payment) => mayBeMeantFor(target, payment)),
      };
    });
    await dispatchAll(context, await journal.recordDeposits(looks));
    const isMore = targets.length === targetsAtOnce || looks.some(({ isBehind }) => isBehind);
    return isMore || targets.some(({ isWaitedFor }) => isWaitedFor);
  };
}

interface Place extends WatchedDeposit {
  /** The journal went by a block that the chain does not have: everything is looked at again. */
  isCorrected?: true;
}

/** A head from nowhere that was believed once must not hide for ever what comes below it. */
function fromWhereBlocksAre(
  { logger }: ExecutorContext,
  adapter: ChainAdapter,
  target: WatchedDeposit,
  latest: bigint,
): Place {
  const { swapId: swap, after, anchor } = target;
  const isBeyond = after - latest > BigInt(Math.ceil(maxLag / adapter.chain.blockTimeMs));
  if (!isBeyond) return target;
  const blocks = { swap, looked: `${after}`, ordered: `${anchor}`, latest: `${latest}` };
  logger.warn(
    blocks,
    'deposit address looked at up to a block that its chain does not have; it is looked at again',
  );
  return after > anchor ? { ...target, after: anchor, isCorrected: true } : target;
}

/**
 * Up to when nothing else has come, by the journal's clock: later blocks are not older than the
 * newest that was looked at, as far as clocks agree. How old that is, only its own time tells: an
 * endpoint that is behind shows an empty address for as long as it is.
 */
function emptyUntil(
  { policy, clock, logger }: ExecutorContext,
  { swapId: swap, askedAt }: WatchedDeposit,
  throughTime: number,
): number | undefined {
  if (throughTime - clock.now() <= policy.clocksDiffer)
    return Math.min(askedAt, throughTime - policy.clocksDiffer);
  const newest = new Date(throughTime).toISOString();
  logger.warn(
    { swap, newest },
    'the newest block is of the future, so that nothing is known by its time',
  );
  return undefined;
}

/** Each host by itself, from where it has come to by itself. Throws where none answers. */
async function lookOnHosts(
  context: ExecutorContext,
  adapter: ChainAdapter,
  targets: readonly Place[],
  progress: Progress,
) {
  const hosts = hostsOf(adapter);
  const keyOf = (host: string | undefined, { orderId }: WatchedDeposit): string =>
    `${host} ${orderId}`;
  const reachedOf = (host: string | undefined, target: Place): bigint => {
    const known = target.isCorrected ? undefined : progress.get(keyOf(host, target));
    return known !== undefined && known > target.after ? known : target.after;
  };
  const answers = await Promise.all(
    hosts.map(async (host) => {
      const own = targets.map((target) => ({ ...target, after: reachedOf(host, target) }));
      try {
        const seen = await lookAt(context, adapter, own, host);
        return new Map(seen.map((one) => [one.target.orderId, one]));
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
  return targets.flatMap((target) => {
    const looks = hosts.map((host, at) => {
      const answer = answers[at];
      const seen = answer instanceof Map ? answer.get(target.orderId) : undefined;
      return {
        host,
        reached: seen?.lookedUntil ?? reachedOf(host, target),
        ...(seen ? { seen } : {}),
      };
    });
    if (looks.every(({ seen }) => !seen)) return [];
    const joined = joinLooks(looks);
    for (const { host, reached } of looks) {
      if (reached > joined.lookedUntil) progress.set(keyOf(host, target), reached);
      else progress.delete(keyOf(host, target));
    }
    return [{ target, ...joined }];
  });
}

type SeenAtDeposit = PaymentsSeen & { target: WatchedDeposit };

/** How many looks have shown something, and how many nothing. */
interface Tally {
  seen: number;
  failed: number;
}

/**
 * At all of them at once. Where that fails, since one of them cannot be looked at (a token that
 * answers no more, a history that a node has thrown away), in halves, so that one holds up nobody
 * else. Throws where nothing at all can be looked at.
 */
async function lookAt(
  context: ExecutorContext,
  adapter: ChainAdapter,
  targets: readonly WatchedDeposit[],
  host: string | undefined,
  tally: Tally = { seen: 0, failed: 0 },
): Promise<SeenAtDeposit[]> {
  try {
    const seen = await adapter.paymentsTo(targets, host);
    tally.seen += 1;
    return targets.flatMap((target, at) => (seen[at] ? [{ target, ...seen[at] }] : []));
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    tally.failed += 1;
    const [target] = targets;
    if (!target || (tally.seen === 0 && tally.failed >= maxFailed)) throw cause;
    if (targets.length === 1) {
      const { swapId: swap } = target;
      context.logger.warn(
        { swap, code, reason: message, ...(host ? { host } : {}) },
        'deposit address not looked at',
      );
      return [];
    }
  }
  const half = Math.ceil(targets.length / 2);
  const first = await lookAt(context, adapter, targets.slice(0, half), host, tally);
  return [...first, ...(await lookAt(context, adapter, targets.slice(half), host, tally))];
}

import { mayBeMeantFor } from '../core/deposits/judge-deposit-payments.ts';
import type { ChainName } from '../core/swap/chains.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { PaymentScan } from '../ports/payments.ts';
import type { DepositStore, WatchedDeposit } from '../ports/stores/deposit-store.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { dispatchAll } from './dispatch.ts';
import { hostsOf, joinScans } from './join-scans.ts';

/**
 * So many failures without a success mean that the chain fails, not one target: bisection finds a
 * single one among `targetsAtOnce` in nine.
 */
const maxFailed = 16;

/** Targets per scan; the others wait for the next one. */
const targetsAtOnce = 200;

const hour = 3_600_000;

/**
 * Most milliseconds that a block may be ahead of an endpoint's head: farther ahead there is no such
 * block.
 */
const maxLag = 240_000;

/**
 * The last scanned block by host and order, where hosts are ahead of what the journal has stored.
 */
type Progress = Map<string, bigint>;

/**
 * Most milliseconds between two scans of an old target. A scan covers twice the blocks of that
 * time, so that it catches up after an outage.
 */
export function maxScanInterval({
  maxBlocksPerScan,
  chain,
}: Pick<ChainAdapter, 'maxBlocksPerScan' | 'chain'>): number {
  return maxBlocksPerScan === undefined
    ? hour
    : Math.min(hour, (maxBlocksPerScan * chain.blockTimeMs) / 2);
}

/**
 * Scans a chain's deposit targets in one batch; call it once a block. Does nothing while another
 * process is elected, and asks the chain nothing if no target is due. Returns whether to scan the
 * next block too: a person is about to pay, or the scan was cut. Other targets become due later.
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
    const { maxBlocksPerScan } = adapter;
    const slowest = maxScanInterval(adapter);
    const due = await journal.depositTargets({
      chain,
      pace: policy.statusPoll,
      slowest,
      limit: targetsAtOnce,
    });
    if (due.length === 0) return false;
    const startedAt = clock.now();
    const { latest, final } = await adapter.head();
    const targets = due.map((target) => correctedTarget(context, adapter, target, latest));
    const seen = await scanHosts(context, adapter, targets, progress);
    const ago = Math.max(0, clock.now() - startedAt);
    const scans = seen.map(({ target, payments, scannedUntil, reached, isCut, throughTime }) => {
      const hasMore = maxBlocksPerScan !== undefined && reached < final;
      const seenUntil =
        throughTime === undefined ? undefined : emptyUntil(context, target, throughTime);
      return {
        orderId: target.orderId,
        swapId: target.swapId,
        scannedUntil,
        ago,
        isBehind: hasMore || (target.isWaitedFor && isCut),
        ...(seenUntil === undefined ? {} : { seenUntil }),
        ...(target.isCorrected ? { isCorrected: true } : {}),
        payments: payments.filter((payment) => mayBeMeantFor(target, payment)),
      };
    });
    await dispatchAll(context, await journal.recordDeposits(scans));
    const isMore = targets.length === targetsAtOnce || scans.some(({ isBehind }) => isBehind);
    return isMore || targets.some(({ isWaitedFor }) => isWaitedFor);
  };
}

interface ScanTarget extends WatchedDeposit {
  /** The stored block does not exist on the chain: the target is scanned again from its anchor. */
  isCorrected?: true;
}

/** A wrong head, believed once, must not hide the blocks below it forever. */
function correctedTarget(
  { logger }: ExecutorContext,
  adapter: ChainAdapter,
  target: WatchedDeposit,
  latest: bigint,
): ScanTarget {
  const { swapId: swap, after, anchor } = target;
  const isBeyond = after - latest > BigInt(Math.ceil(maxLag / adapter.chain.blockTimeMs));
  if (!isBeyond) return target;
  const blocks = { swap, looked: `${after}`, ordered: `${anchor}`, latest: `${latest}` };
  logger.warn(
    blocks,
    'deposit address scanned up to a block that its chain does not have; scanning it again',
  );
  return after > anchor ? { ...target, after: anchor, isCorrected: true } : target;
}

/**
 * Until when, by the journal's clock, no other payment has arrived. Later blocks are not older than
 * the newest scanned one, as far as clocks agree. Only that block's own time counts: an endpoint
 * that lags shows an empty address for as long as it lags.
 */
function emptyUntil(
  { policy, clock, logger }: ExecutorContext,
  { swapId: swap, askedAt }: WatchedDeposit,
  throughTime: number,
): number | undefined {
  if (throughTime - clock.now() <= policy.clocksDiffer)
    return Math.min(askedAt, throughTime - policy.clocksDiffer);
  const newest = new Date(throughTime).toISOString();
  logger.warn({ swap, newest }, 'the newest block is dated in the future: its time proves nothing');
  return undefined;
}

/** Scans each host from its own last block. Throws if none responds. */
async function scanHosts(
  context: ExecutorContext,
  adapter: ChainAdapter,
  targets: readonly ScanTarget[],
  progress: Progress,
) {
  const hosts = hostsOf(adapter);
  const keyOf = (host: string | undefined, { orderId }: WatchedDeposit): string =>
    `${host} ${orderId}`;
  const reachedOf = (host: string | undefined, target: ScanTarget): bigint => {
    const known = target.isCorrected ? undefined : progress.get(keyOf(host, target));
    return known !== undefined && known > target.after ? known : target.after;
  };
  const answers = await Promise.all(
    hosts.map(async (host) => {
      const own = targets.map((target) => ({ ...target, after: reachedOf(host, target) }));
      try {
        const seen = await scanTargets(context, adapter, own, host);
        return new Map(seen.map((one) => [one.target.orderId, one]));
      } catch (cause) {
        return toFerrymanError(cause);
      }
    }),
  );
  const failures = answers.flatMap((answer) => (answer instanceof Map ? [] : [answer]));
  if (failures[0] && failures.length === hosts.length) throw failures[0];
  for (const { code, message } of failures) {
    const facts = { chain: adapter.chain.name, code, reason: message };
    context.logger.warn(
      facts,
      'deposit addresses not scanned on one host: none of them counts as empty without it',
    );
  }
  return targets.flatMap((target) => {
    const scans = hosts.map((host, at) => {
      const answer = answers[at];
      const seen = answer instanceof Map ? answer.get(target.orderId) : undefined;
      return {
        host,
        reached: seen?.scannedUntil ?? reachedOf(host, target),
        ...(seen ? { seen } : {}),
      };
    });
    if (scans.every(({ seen }) => !seen)) return [];
    const joined = joinScans(scans);
    for (const { host, reached } of scans) {
      if (reached > joined.scannedUntil) progress.set(keyOf(host, target), reached);
      else progress.delete(keyOf(host, target));
    }
    return [{ target, ...joined }];
  });
}

type SeenAtDeposit = PaymentScan & { target: WatchedDeposit };

/** Successful and failed requests of one scan. */
interface Tally {
  seen: number;
  failed: number;
}

/**
 * Scans all targets at once. If that fails, because one of them cannot be scanned (a broken token,
 * a pruned history), it bisects, so that one target does not block the others. Throws if no target
 * can be scanned.
 */
async function scanTargets(
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
        'deposit address not scanned',
      );
      return [];
    }
  }
  const half = Math.ceil(targets.length / 2);
  const first = await scanTargets(context, adapter, targets.slice(0, half), host, tally);
  return [...first, ...(await scanTargets(context, adapter, targets.slice(half), host, tally))];
}

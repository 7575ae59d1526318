import type { Chain } from '../swap/chains.ts';
import type { SwapId } from '../swap/ids.ts';

/**
 * Durations and bounds for `decide` and the executor, in milliseconds unless stated otherwise.
 * `docs/reference/configuration.md` shows these comments as the settings of `policy`.
 */
export interface Policy {
  /**
   * How long a submission waits for all its chain queries together. After that it is refused with
   * `CHAIN_UNAVAILABLE`.
   */
  submitWithin: number;
  /** Ferryman requotes if the quote is older than this. */
  quoteMaxAge: number;
  /**
   * Swap data is signed within this time of its arrival: prices move, and the guard's judgement
   * ages.
   */
  signWithin: number;
  /**
   * A deposit order is signed within this time of its arrival. Providers do not report how long
   * they wait for the money.
   */
  depositWithin: number;
  /**
   * How long a person has to pay a manual deposit (`payBy`), within the job's deadline. If it is
   * longer than the provider holds its price, payments come too late. Most fixed prices hold for 20
   * minutes or more, and orders for hours.
   */
  byHandWithin: number;
  /**
   * How long a deposit address is watched after its order was made. Ferryman does not see later
   * payments.
   */
  depositsWatched: number;
  /**
   * How long a deposit order request may take: the provider has answered by then, or never. If the
   * answer is lost, Ferryman requests nothing before that. It sends the request in the first
   * quarter. The rest must be at least `router.timeoutMs` plus two seconds, or a second order could
   * be made beside a late one: a smaller value is refused.
   */
  orderAskedWithin: number;
  /**
   * A deposit order that was not signed within `depositWithin` may be signed until this long after
   * its request, within `signWithin` of the provider's report that it still waits. The guard
   * refuses any that is older than ten minutes, whatever is set.
   */
  depositRenewed: number;
  /**
   * How many deposit orders of one swap may fail before the swap fails (`ORDERS_SPENT`). Each stays
   * behind at its provider.
   */
  maxOrders: number;
  /**
   * A payment is cancelled if it is not included this long after its swap data arrived (its order's
   * `goodUntil`); another step, this long after its signature. A payment gets at least
   * `inclusionBlocks` blocks.
   */
  inclusionWithin: number;
  /**
   * The minimum number of blocks that Ferryman waits for a payment. Twelve Bitcoin blocks take two
   * hours.
   */
  inclusionBlocks: number;
  /**
   * How long the transactions of a job with `broadcast: private` go to the chain's `broadcastUrls`
   * only, counted from the first signature under their lease. At least three blocks. After that,
   * they go to its `rpcUrls`.
   */
  privateFor: number;
  /**
   * A transaction that is not included this long after its signature is bumped, the account's
   * lowest nonce first.
   */
  bumpAfter: number;
  /** A process without a heartbeat for this long loses its swaps and chains to another process. */
  deadAfter: number;
  /** A held lease without an attempt is voided after this. */
  leaseHold: number;
  /** The same bytes are resent if no chain has shown them for this long. */
  resendAfter: number;
  /**
   * Between two status polls of one swap or lost order, and between two reads of a new deposit
   * address.
   */
  statusPoll: number;
  /**
   * The maximum difference between the clocks of machines and block producers. Protocols accept
   * blocks up to 15 s (go-ethereum, TON) or 3 s (TRON) ahead. A manual deposit address counts as
   * empty up to this long before the newest block that was read. Blocks further in the future prove
   * nothing.
   */
  clocksDiffer: number;
  /**
   * Between two polls for something expected soon: a payout, an approve in flight, a released stop
   * switch, a better price. Also between two reads of a manual deposit address, but there at most a
   * third of `deadAfter`.
   */
  settlementPoll: number;
  /**
   * From the first status poll of a payment, or the first report of a refund, until the swap waits
   * for a person. Also from the signature of a followed transaction that fails repeatedly.
   */
  reviewAfter: number;
  /**
   * How many consecutive tries must fail before a lasting failure makes a swap wait for a person.
   */
  reviewAfterFailures: number;
  /**
   * A payout is overdue after this multiple of its order's expected duration, if that is longer
   * than `reviewAfter`.
   */
  reviewAfterTimes: number;
  /** Pause before the next try if another step of the wallet is between lease and commit. */
  busyWait: number;
  /** Until a swap that waits for room in a cap of what is unsettled looks again by itself. */
  capWait: number;
  /** First pause after a failure that may pass. Doubles up to `retryMax`. */
  retryBase: number;
  /** The longest pause after a failure that may pass. */
  retryMax: number;
  /**
   * The deadline of a job that sets none, counted from its submission, and again from the end of each
   * hold.
   */
  defaultDeadline: number;
  /**
   * How long a person has to decide on what the guard holds a swap for. After that the swap fails,
   * with its funds untouched. The deadline that a job sets counts too: the earlier one ends the swap.
   * One that sets none is signed at the latest this plus `defaultDeadline` after its submission.
   */
  approvalWithin: number;
  /**
   * How many generations of a payment, approve, refund or claim may be signed, each after a proof
   * that the one before did nothing.
   */
  maxGenerations: number;
  /** How much lower than the quote's minimum the swap data's may be, in basis points. */
  quoteDropBps: number;
  /**
   * How much less than the payment a refund may be, in basis points. A smaller amount is no refund.
   */
  refundDropBps: number;
}

export const defaultPolicy: Policy = {
  submitWithin: 1_500,
  quoteMaxAge: 60_000,
  signWithin: 15_000,
  depositWithin: 60_000,
  byHandWithin: 1_200_000,
  depositsWatched: 2_592_000_000,
  orderAskedWithin: 120_000,
  depositRenewed: 540_000,
  maxOrders: 10,
  inclusionWithin: 600_000,
  inclusionBlocks: 12,
  privateFor: 120_000,
  bumpAfter: 60_000,
  deadAfter: 10_000,
  leaseHold: 30_000,
  resendAfter: 15_000,
  statusPoll: 30_000,
  clocksDiffer: 30_000,
  settlementPoll: 5_000,
  reviewAfter: 7_200_000,
  reviewAfterFailures: 5,
  reviewAfterTimes: 3,
  busyWait: 50,
  capWait: 600_000,
  retryBase: 500,
  retryMax: 60_000,
  defaultDeadline: 1_800_000,
  approvalWithin: 86_400_000,
  maxGenerations: 3,
  quoteDropBps: 50,
  refundDropBps: 1_000,
};

/** How long after its swap data arrived a payment may still be included, in milliseconds. */
export function inclusionWithin(
  policy: Policy,
  { blockTimeMs }: Pick<Chain, 'blockTimeMs'>,
): number {
  return Math.max(policy.inclusionWithin, policy.inclusionBlocks * blockTimeMs);
}

/**
 * Pause before the next try, in milliseconds. Doubles from `retryBase` with each consecutive
 * failure, capped at `retryMax`. Up to a fifth shorter per swap, so that swaps that failed together
 * do not retry together.
 */
export function retryDelay(
  policy: Policy,
  { id, consecutiveFailures }: { id: SwapId; consecutiveFailures: number },
): number {
  const delay = Math.min(
    policy.retryMax,
    policy.retryBase * 2 ** Math.min(consecutiveFailures, 20),
  );
  return Math.round(delay * (1 - spread(`${id}:${consecutiveFailures}`) / 5));
}

/** A stable pseudo-random number in [0, 1) (FNV-1a, then MurmurHash3's final mix). */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

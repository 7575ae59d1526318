import type { Chain } from '../swap/chains.ts';
import type { SwapId } from '../swap/ids.ts';

/**
 * Durations and bounds that `decide` and the executor go by; milliseconds unless said otherwise.
 * `docs/reference/configuration.md` has these comments as the settings of `policy`.
 */
export interface Policy {
  /**
   * How long a submission waits for chains, all questions together. Then it is refused with
   * `CHAIN_UNAVAILABLE`.
   */
  submitWithin: number;
  /** Ferryman requotes where the quote is older than this. */
  quoteMaxAge: number;
  /**
   * Swap data is signed within this time of its arrival: prices move, and the guard judged that
   * moment.
   */
  signWithin: number;
  /**
   * An order that Ferryman pays by deposit is signed within this time of its arrival. Its provider
   * waits for the money for a time that it does not tell.
   */
  depositWithin: number;
  /**
   * How long a person may take to pay a manual deposit (`payBy`), the job's deadline permitting.
   * Longer than the provider holds its price makes late payments. Fixed prices are mostly held for
   * 20 minutes or more, and orders kept for hours.
   */
  byHandWithin: number;
  /**
   * How long a deposit address is watched after its order was made. Ferryman does not see what
   * arrives later.
   */
  depositsWatched: number;
  /**
   * How long a request for an order by deposit may be on its way: the provider has answered within
   * this time, or never. Where the answer was lost, Ferryman asks for nothing before. The request
   * is sent in the first quarter. The rest has to last for `router.timeoutMs` and two seconds more,
   * or a second order could be made beside one that is still to come: less is refused.
   */
  orderAskedWithin: number;
  /**
   * An order by deposit that was not signed within `depositWithin` is signed until this long after
   * it was asked for, within `signWithin` of the provider's answer that it still waits. The guard
   * refuses any that is older than ten minutes, whatever is set.
   */
  depositRenewed: number;
  /**
   * How many orders by deposit of one swap may come to nothing before it fails (`ORDERS_SPENT`).
   * Each is left behind at its provider.
   */
  maxOrders: number;
  /**
   * A payment that is not included this long after its swap data arrived (its order's `goodUntil`),
   * or another step after its signature, is cancelled; a payment not before `inclusionBlocks`
   * blocks, where these take longer.
   */
  inclusionWithin: number;
  /**
   * Blocks of its chain for which Ferryman waits for a payment in any case: on Bitcoin, where they
   * are rare, twelve are two hours.
   */
  inclusionBlocks: number;
  /**
   * What is not included this long after its signature is signed again at a higher fee, the
   * account's lowest nonce first.
   */
  bumpAfter: number;
  /** A process without a heartbeat for this long loses its swaps and chains to another one. */
  deadAfter: number;
  /** A held lease without an attempt is made void after this. */
  leaseHold: number;
  /** The same bytes are sent again when no chain has shown them for this long. */
  resendAfter: number;
  /**
   * Between two status polls of one swap, also of a lost order; and between two looks at a new
   * deposit address.
   */
  statusPoll: number;
  /**
   * By how much the clocks of machines and of block producers may differ at most. Protocols accept
   * blocks that are 15 s ahead (go-ethereum, TON) or 3 s (TRON). An address for manual deposits
   * counts as empty up to this long before the newest block that was read; blocks farther in the
   * future show nothing.
   */
  clocksDiffer: number;
  /**
   * Between two looks for something that should come soon: a payout, an approval in flight, a
   * released stop switch, a better price. Also between two looks at the address of a manual
   * deposit, at most a third of `deadAfter` there.
   */
  settlementPoll: number;
  /**
   * From the first status poll of a payment, or the first report of a refund, until the swap waits
   * for a person. Also from the signature, where a followed transaction fails again and again.
   */
  reviewAfter: number;
  /**
   * How many tries in a row have to fail before a lasting failure makes a swap wait for a person.
   */
  reviewAfterFailures: number;
  /**
   * A payout gets this many times the duration that its order expects, where that is longer than
   * `reviewAfter`.
   */
  reviewAfterTimes: number;
  /** Pause before the next try where another step of the wallet is between lease and commit. */
  busyWait: number;
  /** First pause after a failure that may pass; doubles up to `retryMax`. */
  retryBase: number;
  /** The longest pause after a failure that may pass. */
  retryMax: number;
  /** How long a job without a deadline of its own has. */
  defaultDeadline: number;
  /**
   * How many generations of a payment, an approval, a refund or a claim may be signed, each after a
   * proof.
   */
  maxGenerations: number;
  /** How much lower the swap data's minimum may be than the quote's, in basis points. */
  quoteDropBps: number;
  /**
   * How much less than what was paid a refund may be, in basis points. Anything less is no refund.
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
  retryBase: 500,
  retryMax: 60_000,
  defaultDeadline: 1_800_000,
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
 * Pause before the next try after so many failures in a row: doubles from `retryBase`, capped at
 * `retryMax`, and up to a fifth shorter by a spread of the swap's own, so that swaps that failed
 * together do not come back together.
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

/**
 * A number from 0 up to 1 that looks random and is the same each time (FNV-1a, and MurmurHash3's
 * last mixing).
 */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

import type { Chain } from '../swap/chains.ts';
import type { Swap } from '../swap/swap.ts';

/** Durations and bounds that `decide` and the executor go by; milliseconds unless said otherwise. */
export interface Policy {
  /**
   * How long a submission waits for chains, all questions together. Then it is refused with
   * `CHAIN_UNAVAILABLE`.
   */
  submitWithin: number;
  /** A quote older than this is asked anew. */
  quoteMaxAge: number;
  /** Swap data is signed within this time of its arrival: prices move, and the guard judged that moment. */
  signWithin: number;
  /** An order that is paid by deposit is signed within this time of its arrival: its provider waits for the money for a time that it does not tell. */
  depositWithin: number;
  /** Who pays a deposit by hand is given so long. Fixed prices are mostly held for 20 minutes or more, and orders kept for hours. */
  byHandWithin: number;
  /** Where an order wants its deposit is watched for so long: what comes there late, or again, is told. */
  depositsWatched: number;
  /**
   * A provider is asked for an order by deposit, and has answered, within this time after the journal has it, or never. The request is sent in its
   * first quarter; the rest is longer than the client's `timeoutMs` may be (61 s), the wait for a call of the budget, and what clocks differ by.
   */
  orderAskedWithin: number;
  /**
   * So long after it was asked for, an order that was not signed within `depositWithin` is signed late, where its provider still waits for the money.
   * The guard takes none that is older than ten minutes.
   */
  depositRenewed: number;
  /** How many orders by deposit may be made for one swap and come to nothing. */
  mostOrders: number;
  /**
   * A payment not included this long after its swap data arrived (its order's `goodUntil`), or another step after its signing, is cancelled; a
   * payment not before `inclusionBlocks` blocks, where these take longer.
   */
  inclusionWithin: number;
  /** Blocks of its chain for which a payment is waited for in any case: on Bitcoin, where they are rare, twelve are two hours. */
  inclusionBlocks: number;
  /** What is not included this long after it was signed is signed again at a higher fee, the account's lowest nonce first. */
  bumpAfter: number;
  /** A process that shows no sign of life for this long loses its swaps and chains to another one. */
  deadAfter: number;
  /** A held lease without an attempt is made void after this. */
  leaseHold: number;
  /** The same bytes are sent again when nothing was seen of them for this long. */
  resendAfter: number;
  /** Between two status calls to the routing service for one swap. */
  statusPoll: number;
  /**
   * Clocks of machines and of whoever makes blocks differ by no more than this. Protocols take blocks that are 15 s ahead (go-ethereum, TON) or 3 s
   * (TRON). So much earlier than its own time a block says that an address was empty.
   */
  clocksDiffer: number;
  /** Between two looks for something that should come soon: a payout, an approval in flight, a released switch, a better price. */
  settlementPoll: number;
  /** What is followed wants a person this long after it was signed, or first asked about, without coming to an end. */
  reviewAfter: number;
  /** And only once so many tries in a row have failed: one slip tells nobody. */
  reviewAfterFailures: number;
  /** It gets so many times of what its order expects, where that is longer. */
  reviewAfterTimes: number;
  /** Pause before asking again for a wallet that is between another step's lease and commit. */
  busyWait: number;
  /** First pause after a passing failure; doubles up to `retryMax`. */
  retryBase: number;
  retryMax: number;
  /** A job without a deadline of its own gets this long. */
  defaultDeadline: number;
  /** How many generations of a payment, an approval, a refund or a claim may be signed, each after a proof. */
  maxGenerations: number;
  /** How much lower the swap data's minimum may be than the quote's, in basis points. */
  quoteDropBps: number;
  /** A refund may be this much less than what was paid, in basis points; what is less is none. */
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
  mostOrders: 10,
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
export function inclusionWithin(policy: Policy, { blockTimeMs }: Pick<Chain, 'blockTimeMs'>): number {
  return Math.max(policy.inclusionWithin, policy.inclusionBlocks * blockTimeMs);
}

/**
 * Pause before the next try after so many failures in a row: doubles from `retryBase`, capped at `retryMax`, and up to a fifth shorter by a
 * spread of the swap's own, so that swaps that failed together do not come back together.
 */
export function retryDelay(
  policy: Policy,
  { id, consecutiveFailures }: Pick<Swap, 'id' | 'consecutiveFailures'>,
): number {
  const delay = Math.min(policy.retryMax, policy.retryBase * 2 ** Math.min(consecutiveFailures, 20));
  return Math.round(delay * (1 - spread(`${id}:${consecutiveFailures}`) / 5));
}

/** A number from 0 up to 1 that looks random and is the same each time (FNV-1a, and MurmurHash3's last mixing). */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

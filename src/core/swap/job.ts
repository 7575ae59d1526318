import { lessBps } from '../amounts/amounts.ts';
import type { Policy } from '../decide/policy.ts';
import { canonicalProvider } from '../registry/providers.ts';
import type { ChainName, Family, TokenAddress } from './chains.ts';
import type { WalletId } from './ids.ts';

/**
 * A token where it lives: a token never travels without its chain, a chain never without its
 * family.
 */
export interface Asset {
  family: Family;
  chain: ChainName;
  token: TokenAddress;
  /**
   * Read from the chain when the job was submitted, and frozen: a router that says otherwise is
   * refused.
   */
  decimals: number;
  symbol: string;
  reportedOnly?: undefined;
}

/**
 * The native coin of a chain that is not configured: the chain can be asked for nothing, so that
 * the routing service alone says what arrived. It stays so when the chain is configured later.
 */
export interface ReportedCoin extends Omit<Asset, 'family' | 'reportedOnly'> {
  /** `other`: of none of the families that something is signed for. */
  family: Family | 'other';
  /** The registry's, frozen when the job was submitted: a router that says otherwise is refused. */
  decimals: number;
  reportedOnly: true;
}

/**
 * How the price is bounded: by a minimum in base units of the destination token, or by slippage off
 * the quote.
 */
export type PriceBound =
  | { kind: 'min_out'; minOut: bigint }
  | { kind: 'slippage'; slippageBps: number };

export const flows = ['wallet', 'deposit', 'deposit-by-hand'] as const;
type Flow = (typeof flows)[number];

/** What was asked for, validated, in base units; immutable once submitted. */
export interface Job {
  wallet: { id: WalletId; name: string; address: string };
  from: Asset;
  to: Asset | ReportedCoin;
  /** Base units of `from`. */
  amount: bigint;
  receiver: string;
  bound: PriceBound;
  refundAddress: string;
  providers: { allow: string[]; deny: string[] };
  flow: Flow;
  /**
   * The most that fees may cost, in base units of the source chain's native coin; absent: the
   * policy's.
   */
  maxFee?: bigint;
  /** Milliseconds since the epoch after which nothing new is signed. */
  deadline: number;
  /**
   * 0 to 9; of those that wait in a lane the highest is admitted first, then the oldest. Absent: 0.
   */
  priority?: number;
  metadata: Record<string, string>;
}

/**
 * The last millisecond of the year 9999: later times have no form that every store and client
 * reads.
 */
export const latestDeadline = Date.UTC(10_000, 0, 1) - 1;

export function isCrossChain(job: Pick<Job, 'from' | 'to'>): boolean {
  return job.from.chain !== job.to.chain;
}

/**
 * Whether what the job buys arrives in another transaction than its payment: on another chain, or
 * by the provider's own hand where the payment is a deposit.
 */
export function paysOutElsewhere(job: Pick<Job, 'from' | 'to' | 'flow'>): boolean {
  return isCrossChain(job) || job.flow !== 'wallet';
}

/** Whether the job allows a provider, by whichever of its identifiers. */
export function permits({ allow, deny }: Job['providers'], provider: string): boolean {
  const names = (list: readonly string[]): boolean =>
    list.some((name) => canonicalProvider(name) === canonicalProvider(provider));
  return !names(deny) && (allow.length === 0 || names(allow));
}

/** The least, in base units of the source token, that a refund brings back. */
export function minimumBack(
  { amount }: Pick<Job, 'amount'>,
  { refundDropBps }: Pick<Policy, 'refundDropBps'>,
): bigint {
  return lessBps(amount, refundDropBps);
}

/**
 * The lowest output that the job accepts of an order that expects `expectedOut`, in base units of
 * the destination token.
 */
export function minimumOut(
  { bound }: Pick<Job, 'bound'>,
  { expectedOut }: { expectedOut: bigint },
): bigint {
  return bound.kind === 'min_out' ? bound.minOut : lessBps(expectedOut, bound.slippageBps);
}

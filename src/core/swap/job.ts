import { lessBps } from '../amounts/amounts.ts';
import type { Cap } from '../caps/cap.ts';
import type { Policy } from '../decide/policy.ts';
import { canonicalProvider } from '../registry/providers.ts';
import type { ChainName, Family, TokenAddress } from './chains.ts';
import type { WalletId } from './ids.ts';

/** A token with its chain and family: the three always travel together. */
export interface Asset {
  family: Family;
  chain: ChainName;
  token: TokenAddress;
  /**
   * Read from the chain at submission and fixed. A router that reports other decimals is refused.
   */
  decimals: number;
  /** Of the operator's list if that has the token, otherwise what its contract calls itself. */
  symbol: string;
  /** The operator's list had the token under this symbol at submission. */
  listed?: true;
  reportedOnly?: undefined;
}

/**
 * The native coin of a chain that is not configured. Ferryman cannot read that chain, so only the
 * routing service reports what arrived. This stays so if the chain is configured later.
 */
export interface ReportedCoin extends Omit<Asset, 'family' | 'reportedOnly'> {
  /** `other`: a family that Ferryman does not sign for. */
  family: Family | 'other';
  /** From the registry, fixed at submission. A router that reports other decimals is refused. */
  decimals: number;
  reportedOnly: true;
}

/**
 * The price bound: a minimum in base units of the destination token, or slippage from the quote.
 */
export type PriceBound =
  | { kind: 'min_out'; minOut: bigint }
  | { kind: 'slippage'; slippageBps: number };

export const flows = ['wallet', 'deposit', 'deposit-by-hand'] as const;
type Flow = (typeof flows)[number];

/**
 * Who gets the signed bytes first: every node (`public`), or only the chain's `broadcastUrls`, which
 * keep them out of the public mempool. `private` turns public after a while, `private-strict` never.
 */
export const broadcastModes = ['public', 'private', 'private-strict'] as const;
export type BroadcastMode = (typeof broadcastModes)[number];

/** The treasury rule that asks for a job, as the rule was then. */
export interface JobRule {
  id: string;
  /** Rises with each change of the rule. */
  version: number;
  /** What payments of this rule may take together, beside the caps of the guard's policy (G09). */
  budgets: readonly Cap[];
  /**
   * The name of who applied this version, if it is known: an approver of this name asked for the
   * rule's payments (G15).
   */
  author?: string;
}

/** The validated request, in base units. Immutable once submitted. */
export interface Job {
  wallet: { id: WalletId; name: string; address: string };
  from: Asset;
  to: Asset | ReportedCoin;
  /** Base units of `from`. */
  amount: bigint;
  receiver: string;
  /** What the submitter wrote, where the canonical form reads differently. */
  receiverAsGiven?: string;
  bound: PriceBound;
  refundAddress: string;
  providers: { allow: string[]; deny: string[] };
  flow: Flow;
  /** Maximum of all fees, in base units of the source chain's native coin. Absent: the policy's. */
  maxFee?: bigint;
  /** Milliseconds since the epoch after which nothing new is signed. */
  deadline: number;
  /**
   * Only of a job that asked for no deadline: its latest one if a person has to approve something,
   * for which such a job waits beyond `deadline`. In milliseconds since the epoch.
   */
  deadlineIfHeld?: number;
  /** 0 to 9. A lane admits the highest priority first, then the oldest swap. Absent: 0. */
  priority?: number;
  /** Absent: `public`. */
  broadcast?: Exclude<BroadcastMode, 'public'>;
  metadata: Record<string, string>;
  /** Absent: a person or a program asks for it. No submitter can say otherwise. */
  rule?: JobRule;
}

/** The last millisecond of the year 9999. Some stores and clients cannot read later times. */
export const latestDeadline = Date.UTC(10_000, 0, 1) - 1;

export function isCrossChain(job: Pick<Job, 'from' | 'to'>): boolean {
  return job.from.chain !== job.to.chain;
}

/**
 * Whether the payout is another transaction than the payment: on another chain, or sent by the
 * provider after a deposit.
 */
export function paysOutElsewhere(job: Pick<Job, 'from' | 'to' | 'flow'>): boolean {
  return isCrossChain(job) || job.flow !== 'wallet';
}

/** Whether the job allows a provider, under any of its identifiers. */
export function permits({ allow, deny }: Job['providers'], provider: string): boolean {
  const names = (list: readonly string[]): boolean =>
    list.some((name) => canonicalProvider(name) === canonicalProvider(provider));
  return !names(deny) && (allow.length === 0 || names(allow));
}

/** The least that a refund must bring back, in base units of the source token. */
export function minimumBack(
  { amount }: Pick<Job, 'amount'>,
  { refundDropBps }: Pick<Policy, 'refundDropBps'>,
): bigint {
  return lessBps(amount, refundDropBps);
}

/**
 * The lowest output that the job accepts from an order that expects `expectedOut`, in base units of
 * the destination token.
 */
export function minimumOut(
  { bound }: Pick<Job, 'bound'>,
  { expectedOut }: { expectedOut: bigint },
): bigint {
  return bound.kind === 'min_out' ? bound.minOut : lessBps(expectedOut, bound.slippageBps);
}

import type { AdmissionItem } from '../core/approvals/admission-item.ts';
import type { Approver, VerifiedVotes } from '../core/approvals/vote.ts';
import type { Blackout, FindBlackout } from '../core/blackouts/blackout.ts';
import type { Cap, LeaseCaps } from '../core/caps/cap.ts';
import type { Policy } from '../core/decide/policy.ts';
import type { ProviderStop } from '../core/settlement/broken-promise.ts';
import type { Chain, TokenAddress } from '../core/swap/chains.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { Job } from '../core/swap/job.ts';
import type { JobAuthenticity } from '../core/swap/job-seal.ts';
import type { LeaseTerms, Order, Outpoint } from '../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../core/swap/transaction-object.ts';
import type { SimulatedChanges, UnsignedTransaction } from './chain-adapter.ts';
import type { MarketPrices, PricedToken } from './prices.ts';

/**
 * Judges the exact bytes that are about to be signed. Pure: decodes them, applies the rules,
 * returns a verdict.
 */
export interface Guard {
  judge(request: GuardRequest): Verdict;
  /**
   * Judges a quote, or swap data, before anything is requested or signed for it: what the router
   * says of it, its tokens, and what it is worth. There are no bytes to judge.
   */
  judgeOrder(request: OrderRequest): Verdict;
  /**
   * Judges the exact bytes of a transaction that several swaps share: they must be under one lease
   * and do exactly what the parts do, in order. Each part has been judged for its own swap.
   */
  judgeShared(whole: UnsignedTransaction, parts: readonly UnsignedTransaction[]): Verdict;
  /**
   * Judges the order whose deposit target and amount a person who pays by hand is shown. There are no
   * bytes to judge.
   */
  judgeDepositTarget(request: OrderRequest): Verdict;
  /**
   * Whether the policy has prices for both of the job's tokens, so that the floor bounds what an
   * order brings (G07). A price that cannot be read holds the order.
   */
  hasPriceFloor(job: Pick<Job, 'from' | 'to'>): boolean;
  /**
   * What a token is worth by the policy's sources, in 10^-18 US dollars for one whole token. Without
   * complete, fresh prices that agree, the fault says why.
   */
  worthOf(token: PricedToken, prices: MarketPrices): { usdE18: bigint } | { fault: string };
  /** When a provider is stopped by its settlements. Absent: never. */
  readonly providerStop?: ProviderStop;
  /** Why nothing but a cancel may be signed for this now: a blackout of the policy, with its end. */
  readonly blackoutOf: FindBlackout;
  /** The policy's blackouts. */
  readonly blackouts: readonly Blackout[];
  /** The policy's bounds on payments (G09). */
  readonly caps: readonly Cap[];
  /**
   * What the lease of a payment of this job reserves of the policy's caps and of the budgets that the
   * job bears (G09), and the bounds that it must keep. `undefined`: nothing may bound it.
   */
  capsOf(payment: PaymentToCap): LeaseCaps | undefined;
  /** Of the policy's table of approvals (G15). Absent: it has none. */
  readonly approvals?: {
    approvers: readonly Approver[];
    /** Whether the table asks if a settled swap has paid the job's receiver. */
    asksWhoWasPaid(job: Job): boolean;
    /**
     * Milliseconds for which a receiver stays new after the first swap to it: the table's longest
     * cooling. Otherwise a small payment, which needs no approval, would make the receiver of a
     * large one known.
     */
    newFor: number;
  };
}

/** What the table of approvals is applied by (G15), beside the payment. */
export interface ApprovalStanding {
  swapId: SwapId;
  /** By the clock of the process that judges, in milliseconds since the epoch. */
  now: number;
  /** As the job's seal says. Absent: it says nothing. */
  submittedAt?: number;
  /** Who asked for the swap, such as `API key key_…`. */
  requesters: readonly string[];
  /** A settled swap has paid the job's receiver. */
  paidBefore?: true;
  /** What approvers have signed for the swap, verified. */
  votes: readonly VerifiedVotes[];
}

/** What caps count of a payment. Without prices, nothing has a value in US dollars. */
interface PaymentToCap extends Pick<GuardRequest, 'job' | 'prices'> {
  chain: Pick<Chain, 'family' | 'name' | 'nativeToken'>;
  order: Pick<Order, 'provider' | 'declaredFee'>;
}

/** What is judged of an order alone. */
export interface OrderRequest
  extends Pick<GuardRequest, 'chain' | 'job' | 'admitted' | 'prices' | 'standing' | 'repeats'> {
  order: Order;
}

export interface GuardRequest {
  intent: Intent;
  chain: Chain;
  job: Job;
  authenticity: JobAuthenticity;
  /** The lease that the bytes must be under. */
  lease: { account: string; terms: LeaseTerms };
  unsigned: UnsignedTransaction;
  simulation: SimulatedChanges;
  policy: Policy;
  /** What persons have admitted for this swap, beside the policy. Absent: nothing. */
  admitted?: readonly AdmissionItem[];
  /** Independent prices of the job's tokens and of the chain's coin. Absent: none were read. */
  prices?: MarketPrices;
  /** Of a payment, where the policy has a table of approvals. */
  standing?: ApprovalStanding;
  /**
   * The order was paid under this lease before, and this replaces that payment: what decides only
   * whether the order is a good one is not judged again.
   */
  repeats?: true;
  /** Set if the payment replaces one without change (Bitcoin). */
  enlargement?: Enlargement;
  /** What the swap's transactions have cost so far, in base units of the chain's native coin. */
  feeSpent: bigint;
}

/** A replacement payment with added inputs, so that it can pay a higher fee. */
export interface Enlargement {
  /** The signed bytes of the first payment under the lease, 0x-prefixed hex. */
  of: string;
  /**
   * The coins that it spends in addition to those of the lease. No other lease gets them while this
   * one lives.
   */
  added: readonly Outpoint[];
}

/** What the transaction is supposed to do. */
export type Intent =
  | { kind: 'swap'; order: Order }
  /** Pays a deposit order by a plain payment that Ferryman builds. */
  | { kind: 'deposit'; order: Order }
  /** `provider`: of the order that needs the allowance. Absent: it is gone. */
  | { kind: 'approve'; token: TokenAddress; spender: string; value: bigint; provider?: string }
  | { kind: 'revoke'; token: TokenAddress; spender: string }
  | { kind: 'cancel' }
  /**
   * A CPFP child: spends another of our transactions' change back to the wallet, and pays for both.
   */
  | { kind: 'boost'; parent: { txId: string; fee: Fee } }
  /** Fetches back what the job paid, at least `minBack`. */
  | { kind: 'refund'; transaction: TransactionObject; minBack: bigint }
  /** Fetches what the job bought, at least `minOut`. */
  | { kind: 'claim'; transaction: TransactionObject; minOut: bigint };

export const intentKinds = [
  'swap',
  'deposit',
  'approve',
  'revoke',
  'cancel',
  'boost',
  'refund',
  'claim',
] as const satisfies readonly Intent['kind'][];

/** The order that is paid. `undefined`: the transaction is no payment. */
export function paidOrder(intent: Intent): Order | undefined {
  return intent.kind === 'swap' || intent.kind === 'deposit' ? intent.order : undefined;
}

/**
 * These intents free the job's money. Their fee is bounded by the policy, not by the job's maximum.
 */
export function unsticks({ kind }: Intent): boolean {
  return kind === 'cancel' || kind === 'boost' || kind === 'refund' || kind === 'claim';
}

/**
 * A finding of a rule. `reject`: the transaction is not what was asked for, and a person should
 * look. `requote`: the market or the router moved, and another order may pass. `hold`: a person may
 * approve it.
 */
export interface Finding {
  /** Id of the rule, such as `E02`. */
  rule: string;
  severity: 'reject' | 'requote' | 'hold';
  message: string;
  facts: Readonly<Record<string, string>>;
  /**
   * `fee`: the cost is the only fault: the fees are above what the job or the operator allows.
   * `price`: what the order brings is worth too little.
   */
  about?: 'fee' | 'price';
  /** Of a hold: what a person may admit. */
  item?: AdmissionItem;
}

/** What the rules found. `rules`: every rule that was applied, so that an allow can be checked. */
export type Judgement =
  | { kind: 'allow'; rules: readonly string[] }
  | { kind: 'hold' | 'requote' | 'reject'; rules: readonly string[]; findings: readonly Finding[] };

/** A judgement with the hash of the policy that it follows. */
export type Verdict = Judgement & {
  policy: string;
  /** The hosts that show what was simulated. One: only one is configured. Absent: none was asked. */
  witnesses?: readonly string[];
};

import type { Cap } from '../caps/cap.ts';
import type { RuleAsset } from './rule.ts';

/** What is known when an occurrence is decided. */
export interface Standing {
  /** A person or Ferryman has paused the rule. */
  paused?: { by: string; reason: string };
  /** Signing is stopped for what the rule would use. */
  stopped?: string;
  /** An earlier occurrence of the rule is open. ISO 8601. */
  open?: string;
  /** When the rule last acted, in milliseconds since the epoch. */
  lastActedAt?: number;
  /** In the order of the rule's assets. */
  assets: readonly AssetStanding[];
  /** Absent: nothing bounds what the rule takes. */
  budgets?: readonly BudgetStanding[];
}

/** A budget of the rule, with tokens in canonical form. */
export interface BudgetStanding {
  budget: Cap;
  /** What its window has of payments, in its unit. */
  used: bigint;
}

export interface AssetStanding extends RuleAsset {
  /** The account whose balance it is, and which receives what the rule buys for it. */
  account: string;
  symbol: string;
  decimals: number;
  /** Base units at the newest block, without what swaps have reserved or still have to pay. */
  settled: bigint;
  /**
   * Base units that open swaps of Ferryman bring to the account, by their promised minimum; before they
   * are quoted, by the guard's prices.
   */
  inFlight: bigint;
  /** Why more may come than `inFlight` says: then no rule buys more of it. */
  arrivalFault?: string;
  /** 10^-18 US dollars for one token, by the guard's sources. Absent: `priceFault` says why. */
  usdE18?: bigint;
  priceFault?: string;
}

/** The body of a job that an occurrence submits, before anything is added to it. */
export interface RuleJob {
  wallet: string;
  from: RuleAsset;
  to: RuleAsset;
  amount: string;
  receiver: string;
  slippageBps?: number;
  minOut?: string;
}

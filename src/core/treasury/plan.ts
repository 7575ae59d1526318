import type { SkipReason } from './occurrence.ts';
import type { RuleAsset, TreasuryRule } from './rule.ts';
import type { AssetStanding, BudgetStanding, RuleJob, Standing } from './standing.ts';

/*
 * Terms. plan: what the rules would do over the next days, by the balances and prices of now.
 * holding: a token of an account that a rule reads, or that a rule pays to one of our wallets.
 * trade: what one planned job takes and brings, by these prices.
 */

export interface Holding extends AssetStanding {
  /** The wallet account that it is. Absent: the account is of no wallet here. */
  wallet?: string;
}

/** The same for all holdings of one token and account. */
export function holdingName({
  chain,
  token,
  account,
}: Pick<Holding, 'chain' | 'token' | 'account'>) {
  return `${chain} ${token} ${account}`;
}

/** A token without a balance. */
export type PlanToken = Pick<
  AssetStanding,
  'chain' | 'token' | 'symbol' | 'decimals' | 'usdE18' | 'priceFault'
>;

/** Where a job of a rule pays to, as the job names it. */
export interface Landing {
  to: RuleAsset;
  receiver: string;
  token: PlanToken;
  /** The receiver in the form of its chain. */
  account: string;
}

/** A rule with what is known of it when the plan begins. */
export interface PlanRule {
  rule: TreasuryRule;
  version: number;
  facts: Pick<Standing, 'paused' | 'stopped' | 'lastActedAt'>;
  /** An occurrence of it is open now. It counts as ended at the next instants. ISO 8601. */
  open?: string;
  /** Why it does nothing, whatever balances are. */
  refusal?: SkipReason;
  /** What could not be read of it: its occurrences are `unknown`. */
  fault?: { code: string; message: string };
  /** Names of holdings, in the order of the rule's assets. */
  reads: readonly string[];
  landings: readonly Landing[];
  /** Its own, with what payments use of them now. */
  budgets: readonly BudgetStanding[];
  /** By instant, in milliseconds since the epoch: why a blackout keeps the rule from acting. */
  blackouts: ReadonlyMap<number, string>;
  /** The instant that is due and not decided yet, in milliseconds since the epoch. */
  due?: number;
  /** Those that come, ascending. */
  instants: readonly number[];
}

export interface PlannedTrade {
  job: RuleJob;
  from: PlanToken & Pick<Holding, 'account'>;
  /** Base units. */
  amount: bigint;
  /** What it is worth in 10^-18 US dollars. Absent: there is no price. */
  usdE18?: bigint;
  to: PlanToken;
  account: string;
  /** Base units at the prices of now, without any cost. Absent: a price is missing. */
  expectedOut?: bigint;
}

export type PlannedDecision =
  | { kind: 'act'; trades: readonly PlannedTrade[] }
  | { kind: 'skip'; reason: SkipReason }
  /** Something could not be read. */
  | { kind: 'unknown'; reason: { code: string; message: string } };

export interface PlannedOccurrence {
  ruleId: string;
  wallet: string;
  /** Milliseconds since the epoch. */
  instant: number;
  decision: PlannedDecision;
}

/** Of a holding: base units that are there and that come, before the plan and after it. */
export interface PlannedBalance {
  holding: Holding;
  before: bigint;
  after: bigint;
}

export interface PlannedOccurrences {
  occurrences: readonly PlannedOccurrence[];
  balances: readonly PlannedBalance[];
  /**
   * Instants after this one are left out, because the plan has its most occurrences or trades.
   * Milliseconds since the epoch.
   */
  leftOutAfter?: number;
}

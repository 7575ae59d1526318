import { assertNever } from '../assert-never.ts';
import type { Cap } from '../caps/cap.ts';
import type { ChainName } from '../swap/chains.ts';
import type { Job } from '../swap/job.ts';

/*
 * Terms. rule: what the treasury does by itself, as a person wrote it; each change is a new version.
 * occurrence: one instant at which a rule is due. standing: what is known when an occurrence is
 * decided. An occurrence acts by ordinary jobs, which the guard, caps and approvals judge.
 */

export const ruleKinds = ['recurring', 'target', 'sweep', 'top-up', 'payroll'] as const;

/** What a rule is about, in the forms that jobs take. */
export interface RuleAsset {
  chain: ChainName;
  token: string;
}

/** The members that all kinds have. Amounts are decimal strings, as in jobs. */
interface RuleCommon {
  id: string;
  /** A wallet account. */
  wallet: string;
  schedule: { cron: string; timeZone: string };
  /** While an earlier occurrence is open, nothing new begins. */
  overlap: 'skip';
  /** What was due while no worker ran is not done later. */
  catchUp: 'none';
  /** Occurrences that fail in a row until Ferryman pauses the rule. */
  pauseAfterFailures: number;
  providers?: { allow?: readonly string[]; deny?: readonly string[] };
  flow?: Job['flow'];
  /** Of an hour, a day or a week. Tokens are in any form that jobs take. */
  budgets: readonly Cap[];
  note?: string;
}

/** How much less than the best offer a swap may bring, as in jobs. */
type RuleBound = { slippageBps: number };

/** A fixed amount, or a fixed value in US dollars, of one token into another. */
export interface RecurringRule extends RuleCommon {
  kind: 'recurring';
  from: RuleAsset;
  to: RuleAsset;
  size: { kind: 'amount'; amount: string } | { kind: 'usd'; usd: string };
  bound: RuleBound | { minOut: string };
  receiver: string;
}

/** Keeps the assets of one account at amounts, or at shares of their value beyond those amounts. */
export interface TargetRule extends RuleCommon {
  kind: 'target';
  assets: readonly TargetAsset[];
  /** Of the whole value for a share, of the amount for an amount: inside it nothing is done. */
  bandBps: number;
  tradeTo: 'edge' | 'centre';
  minimumTradeUsd: string;
  /** How much less than it pays a trade may bring, by the guard's prices. */
  maximumCostBps: number;
  /** Milliseconds after a trade in which nothing is done. */
  cooldown: number;
}

export type TargetAsset = RuleAsset &
  ({ kind: 'share'; shareBps: number } | { kind: 'amount'; amount: string });

/** All of a token above a reserve. */
export interface SweepRule extends RuleCommon {
  kind: 'sweep';
  from: RuleAsset;
  to: RuleAsset;
  reserve: string;
  /** The least that is swept. */
  minimum: string;
  bound: RuleBound;
  receiver: string;
}

/** The native coin of a chain for an account that pays fees there. */
export interface TopUpRule extends RuleCommon {
  kind: 'top-up';
  from: RuleAsset;
  /** The chain whose coin is bought. */
  chain: ChainName;
  /** Whose balance is kept: it receives the coin. */
  receiver: string;
  below: string;
  upTo: string;
  /** US dollars for one coin. Above it nothing is bought. */
  highestPriceUsd: string;
  bound: RuleBound;
}

/** One swap for each line. Amounts are of the source token. */
export interface PayrollRule extends RuleCommon {
  kind: 'payroll';
  from: RuleAsset;
  to: RuleAsset;
  payments: readonly { receiver: string; amount: string }[];
  bound: RuleBound;
}

export type TreasuryRule = RecurringRule | TargetRule | SweepRule | TopUpRule | PayrollRule;

/**
 * The balances that a rule decides by, with the place of each in the rule. `receiver`: of another
 * account than the rule's wallet.
 */
export function readAssets(
  rule: TreasuryRule,
): { asset: RuleAsset; pointer: string; receiver?: string }[] {
  switch (rule.kind) {
    case 'target':
      return rule.assets.map((asset, index) => ({ asset, pointer: `/assets/${index}` }));
    case 'top-up':
      return [
        { asset: rule.from, pointer: '/from' },
        { asset: coinOfChain(rule), pointer: '/chain', receiver: rule.receiver },
      ];
    case 'recurring':
    case 'sweep':
    case 'payroll':
      return [{ asset: rule.from, pointer: '/from' }];
    default:
      return assertNever(rule, 'kind of a rule');
  }
}

export function coinOfChain({ chain }: Pick<TopUpRule, 'chain'>): RuleAsset {
  return { chain, token: 'native' };
}

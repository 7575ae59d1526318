import type { CapUse } from '../caps/cap.ts';
import { countsUse, measure } from '../caps/count-use.ts';
import { showCapAmount } from '../caps/show-cap-amount.ts';
import { assetSold } from './asset-sold.ts';
import { noPrice, type OccurrenceDecision, skip } from './decision.ts';
import { givenAmount } from './given-amount.ts';
import type { TreasuryRule } from './rule.ts';
import type { AssetStanding, RuleJob, Standing } from './standing.ts';
import { useOfTrade } from './use-of-trade.ts';
import { usdValueOf } from './value.ts';

type Skip = Extract<OccurrenceDecision, { kind: 'skip' }>;

/**
 * Why a budget leaves no room for all of an occurrence's jobs. The lease and the signer enforce the
 * budget, with fees. Without this check the swap would wait for room, and a purchase would be made
 * late: so the occurrence is skipped.
 */
export function findBudgetUsed(
  rule: TreasuryRule,
  jobs: readonly RuleJob[],
  { assets, budgets = [] }: Standing,
): Skip | undefined {
  for (const { budget, used } of budgets) {
    let wanted = 0n;
    let most: bigint | undefined;
    let decimals = 0;
    for (const job of jobs) {
      const sold = assetSold(rule, job, assets);
      if (!sold) continue;
      const use = useOf(rule, job, sold);
      if (!countsUse(budget, use)) continue;
      const measured = measure(budget, use, use.decimals);
      if (!measured) return noPrice(sold);
      wanted += measured.value;
      most = measured.limit;
      decimals = use.decimals;
    }
    if (most === undefined || used + wanted <= most) continue;
    const [left, limit, takes] = [most > used ? most - used : 0n, most, wanted].map((amount) =>
      showCapAmount(amount, budget.bound.unit, decimals),
    );
    return skip(
      'BUDGET',
      `the budget ${budget.name} has ${left} of ${limit} left, and the rule would take ${takes}`,
    );
  }
  return undefined;
}

/** What a job takes of budgets, before there is an order. */
function useOf(rule: TreasuryRule, job: RuleJob, sold: AssetStanding): CapUse {
  const amount = givenAmount(job.amount, sold);
  const usdE18 = sold.usdE18 === undefined ? undefined : usdValueOf(amount, sold, sold.usdE18);
  return useOfTrade(rule, { from: sold, amount, usdE18, receiver: job.receiver });
}

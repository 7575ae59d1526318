import type { CapUse } from '../caps/cap.ts';
import { countsUse, measure } from '../caps/count-use.ts';
import { showCapAmount } from '../caps/show-cap-amount.ts';
import { noPrice, type OccurrenceDecision, skip } from './decision.ts';
import { givenAmount } from './given-amount.ts';
import type { TreasuryRule } from './rule.ts';
import type { AssetStanding, RuleJob, Standing } from './standing.ts';
import { usdValueOf } from './value.ts';

type Skip = Extract<OccurrenceDecision, { kind: 'skip' }>;

/**
 * Why a budget leaves no room for all of an occurrence's jobs. The lease and the signer hold the
 * budget, with fees. Here it only means that a purchase whose time has come is left out, and is not
 * made late, when the window has moved on.
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
      const sold = soldBy(rule, job, assets);
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

/** All kinds but a target sell one asset, the first one. */
function soldBy(
  { kind }: TreasuryRule,
  { from }: RuleJob,
  assets: readonly AssetStanding[],
): AssetStanding | undefined {
  if (kind !== 'target') return assets[0];
  return assets.find(({ chain, token }) => chain === from.chain && token === from.token);
}

/** As far as it is known before there is an order. */
function useOf({ id, wallet }: TreasuryRule, job: RuleJob, sold: AssetStanding): CapUse {
  const amount = givenAmount(job.amount, sold);
  return {
    ...{ wallet, chain: sold.chain, token: sold.token, provider: '', receiver: job.receiver },
    ...{ rule: id, amount, decimals: sold.decimals },
    ...(sold.usdE18 === undefined ? {} : { usdE18: usdValueOf(amount, sold, sold.usdE18) }),
  };
}

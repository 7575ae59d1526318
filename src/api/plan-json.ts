import { formatAmount } from '../core/amounts/amounts.ts';
import type { Chain } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import type {
  PlannedBalance,
  PlannedDecision,
  PlannedOccurrence,
  PlannedTrade,
  PlanToken,
} from '../core/treasury/plan.ts';
import type { PlannedBudget } from '../core/treasury/plan-budgets.ts';
import { usdValueOf } from '../core/treasury/value.ts';
import type { RuleNow, TradePreview, TreasuryPlan } from '../treasury/plan-treasury.ts';
import { iso } from './iso.ts';
import { previewJson } from './preview-json.ts';

type CoinOf = (job: Job) => Chain['nativeToken'];

/** @param coinOf the coin that fees of a job are paid in */
export function planJson(plan: TreasuryPlan, coinOf: CoinOf) {
  const { from, until, leftOutAfter } = plan;
  return {
    ...{ from: iso(from), until: iso(until) },
    ...(leftOutAfter === undefined ? {} : { leftOutAfter: iso(leftOutAfter) }),
    rules: plan.rules.map((rule) => ruleJson(rule, coinOf)),
    occurrences: plan.occurrences.map(occurrenceJson),
    balances: plan.balances.map(balanceJson),
    budgets: plan.budgets.map(budgetJson),
  };
}

function ruleJson({ planned, decision, previews }: RuleNow, coinOf: CoinOf) {
  const { rule, version } = planned;
  const trades =
    decision.kind === 'act'
      ? decision.trades.map((trade, index) => ({
          ...tradeJson(trade),
          ...tradePreviewJson(previews[index], coinOf),
        }))
      : [];
  return {
    ...{ id: rule.id, version, kind: rule.kind, wallet: rule.wallet },
    now: { ...kindJson(decision), trades },
  };
}

function tradePreviewJson(preview: TradePreview | undefined, coinOf: CoinOf) {
  if (preview?.kind === 'previewed')
    return { preview: previewJson(preview.preview, coinOf(preview.preview.job)) };
  if (preview?.kind !== 'failed') return {};
  const { code, message } = preview.error;
  return { failure: { code, message } };
}

function occurrenceJson({ ruleId, instant, decision }: PlannedOccurrence) {
  return {
    ...{ at: iso(instant), rule: ruleId },
    ...kindJson(decision),
    trades: decision.kind === 'act' ? decision.trades.map(tradeJson) : [],
  };
}

function kindJson(decision: PlannedDecision) {
  return decision.kind === 'act'
    ? { kind: decision.kind }
    : { kind: decision.kind, reason: decision.reason };
}

function tradeJson({ from, amount, usdE18, to, account, expectedOut }: PlannedTrade) {
  return {
    ...{ from: tokenJson(from), amount: formatAmount(amount, from.decimals) },
    amountBaseUnits: amount.toString(),
    ...(usdE18 === undefined ? {} : { usd: formatAmount(usdE18, 18) }),
    ...{ to: tokenJson(to), receiver: account },
    ...(expectedOut === undefined
      ? {}
      : {
          expectedOut: formatAmount(expectedOut, to.decimals),
          expectedOutBaseUnits: expectedOut.toString(),
        }),
  };
}

function tokenJson({ chain, token, symbol, decimals }: PlanToken) {
  return { chain, token, symbol, decimals };
}

function balanceJson({ holding, before, after }: PlannedBalance) {
  const { wallet, account, decimals, usdE18, priceFault } = holding;
  const usdOf = (amount: bigint, price: bigint) =>
    formatAmount(usdValueOf(amount, holding, price), 18);
  return {
    ...(wallet === undefined ? {} : { wallet }),
    ...{ account, ...tokenJson(holding) },
    before: formatAmount(before, decimals),
    beforeBaseUnits: before.toString(),
    after: formatAmount(after, decimals),
    afterBaseUnits: after.toString(),
    ...(usdE18 === undefined
      ? {}
      : {
          usdPrice: formatAmount(usdE18, 18),
          usdBefore: usdOf(before, usdE18),
          usdAfter: usdOf(after, usdE18),
        }),
    ...(priceFault === undefined ? {} : { priceFault }),
  };
}

function budgetJson(budget: PlannedBudget) {
  const { cap, subject, decimals, limit, used, after, exceededAt, unpriced } = budget;
  const { name, window, bound, rule, wallet, chain, token } = cap;
  return {
    ...{ name, window, unit: bound.unit },
    ...(rule === undefined ? {} : { rule }),
    ...(wallet === undefined ? {} : { wallet }),
    ...(chain === undefined ? {} : { chain }),
    ...(token === undefined ? {} : { token }),
    ...(subject === undefined ? {} : { subject }),
    limit: formatAmount(limit, decimals),
    used: formatAmount(used, decimals),
    after: formatAmount(after, decimals),
    ...(exceededAt === undefined ? {} : { exceededAt: iso(exceededAt) }),
    unpriced,
  };
}

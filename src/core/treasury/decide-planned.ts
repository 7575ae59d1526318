import { assetSold } from './asset-sold.ts';
import { decideOccurrence } from './decide-occurrence.ts';
import { givenAmount } from './given-amount.ts';
import type { Holding, PlannedDecision, PlannedTrade, PlanRule } from './plan.ts';
import type { BudgetStanding, RuleJob } from './standing.ts';
import { amountOf, usdValueOf } from './value.ts';

/** What a planned rule knows at an instant. */
interface Moment {
  /** Milliseconds since the epoch. */
  at: number;
  /** An earlier occurrence that is open then. ISO 8601. */
  open?: string | undefined;
  /** When the rule last acted, in milliseconds since the epoch. */
  lastActedAt?: number | undefined;
  /** As they are used then. Absent: as they are now. */
  budgets?: readonly BudgetStanding[];
}

/** Decides a rule as its worker does, by planned holdings, and says what its jobs would move. */
export function decidePlanned(
  planned: PlanRule,
  holdings: ReadonlyMap<string, Holding>,
  { at, open, lastActedAt, budgets = planned.budgets }: Moment,
): PlannedDecision {
  const { rule, fault, refusal, facts } = planned;
  if (refusal) return { kind: 'skip', reason: refusal };
  if (fault) return { kind: 'unknown', reason: fault };
  const stopped = facts.stopped ?? planned.blackouts.get(at);
  const assets = planned.reads.flatMap((name) => holdings.get(name) ?? []);
  const decision = decideOccurrence(
    rule,
    {
      ...facts,
      ...(open === undefined ? {} : { open }),
      ...(lastActedAt === undefined ? {} : { lastActedAt }),
      ...(stopped === undefined ? {} : { stopped }),
      assets,
      budgets,
    },
    at,
  );
  if (decision.kind === 'skip') return decision;
  return { kind: 'act', trades: decision.jobs.map((job) => tradeOf(planned, assets, job)) };
}

function tradeOf(
  { rule, landings }: PlanRule,
  assets: readonly Holding[],
  job: RuleJob,
): PlannedTrade {
  const from = assetSold(rule, job, assets);
  const landing = landings.find(
    ({ to, receiver }) =>
      to.chain === job.to.chain && to.token === job.to.token && receiver === job.receiver,
  );
  if (!from || !landing)
    throw new TypeError(`the plan was not told what a job of the rule ${rule.id} moves`);
  const amount = givenAmount(job.amount, from);
  const { token: to, account } = landing;
  const usdE18 = from.usdE18 === undefined ? undefined : usdValueOf(amount, from, from.usdE18);
  const expectedOut =
    usdE18 === undefined || to.usdE18 === undefined ? undefined : amountOf(usdE18, to, to.usdE18);
  return {
    ...{ job, from, amount, to, account },
    ...(usdE18 === undefined ? {} : { usdE18 }),
    ...(expectedOut === undefined ? {} : { expectedOut }),
  };
}

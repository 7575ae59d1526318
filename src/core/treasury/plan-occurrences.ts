import { decidePlanned } from './decide-planned.ts';
import {
  type Holding,
  holdingName,
  type PlannedDecision,
  type PlannedOccurrence,
  type PlannedOccurrences,
  type PlanRule,
} from './plan.ts';
import { budgetsAt, type PlannedPayment, paymentsOf } from './planned-payments.ts';

/** A plan has at most so many occurrences, and about so many trades. */
const maxOccurrences = 500;
const maxTrades = 2_000;

export interface PlanStart {
  /** Milliseconds since the epoch. */
  now: number;
  rules: readonly PlanRule[];
  holdings: readonly Holding[];
}

/**
 * What the rules would do at each of their instants, one after the other. Prices stay as they are,
 * swaps bring what they are worth, and what a swap brings is there at the next instant. Network and
 * route fees are not known beforehand: they are not deducted.
 */
export function planOccurrences({ now, rules, holdings }: PlanStart): PlannedOccurrences {
  const held = new Map(holdings.map((one) => [holdingName(one), { ...one }]));
  const actedAt = new Map<string, number>();
  const paid = new Map<string, PlannedPayment[]>();
  const occurrences: PlannedOccurrence[] = [];
  let trades = 0;
  let last = now;
  let leftOutAfter: number | undefined;
  for (const { planned, instant } of queueOf(rules)) {
    const at = Math.max(instant, now);
    const isDue = instant === planned.due;
    if (at > last) {
      if (occurrences.length >= maxOccurrences || trades >= maxTrades) {
        leftOutAfter = last;
        break;
      }
      arrive(held);
      last = at;
    }
    const { id, wallet } = planned.rule;
    const decision = decidePlanned(planned, held, {
      at,
      open: isDue ? planned.open : undefined,
      lastActedAt: actedAt.get(id),
      budgets: budgetsAt(planned.budgets, paid.get(id) ?? [], { at, now }),
    });
    const occurrence = { ruleId: id, wallet, instant, decision };
    occurrences.push(occurrence);
    if (decision.kind !== 'act') continue;
    actedAt.set(id, at);
    trades += decision.trades.length;
    paid.set(id, [...(paid.get(id) ?? []), ...paymentsOf(occurrence, now)]);
    move(held, decision);
  }
  const balances = holdings.map((holding) => {
    const after = held.get(holdingName(holding)) ?? holding;
    return { holding, before: wholeOf(holding), after: wholeOf(after) };
  });
  return { occurrences, balances, ...(leftOutAfter === undefined ? {} : { leftOutAfter }) };
}

/** All instants of all rules, the earliest first, and those of one instant by rule. */
function queueOf(rules: readonly PlanRule[]): { planned: PlanRule; instant: number }[] {
  return rules
    .flatMap((planned) => {
      const { due, instants } = planned;
      const all = due === undefined ? instants : [due, ...instants];
      return all.map((instant) => ({ planned, instant }));
    })
    .sort((a, b) => a.instant - b.instant || (a.planned.rule.id < b.planned.rule.id ? -1 : 1));
}

/** At the next instant, what was in flight has arrived. What else may have come is not planned. */
function arrive(held: ReadonlyMap<string, Holding>): void {
  for (const holding of held.values()) {
    holding.settled += holding.inFlight;
    holding.inFlight = 0n;
    delete holding.arrivalFault;
  }
}

function move(
  held: ReadonlyMap<string, Holding>,
  { trades }: Extract<PlannedDecision, { kind: 'act' }>,
): void {
  for (const { from, amount, to, account, expectedOut } of trades) {
    const source = held.get(holdingName(from));
    if (source) source.settled -= amount;
    const target = held.get(holdingName({ ...to, account }));
    if (target) target.inFlight += expectedOut ?? 0n;
  }
}

function wholeOf({ settled, inFlight }: Holding): bigint {
  return settled + inFlight;
}

import { type Random, seededRandom } from '../../chaos/random.ts';
import type { Agenda } from './agenda.ts';
import { begin, day, end, hour, instantsOf } from './calendar.ts';
import type { PlannedRule } from './rules.ts';

export type StopScope = 'all' | 'chain' | 'wallet' | 'rule';

/** An outage that begins when a rule is due. */
export type Outage =
  | { kind: 'router'; fault: 'status' | 'cut' | 'html' | 'error-inside'; count: number }
  | { kind: 'no-blocks' }
  | { kind: 'reorg'; depth: number };

/** How the first of the competing workers dies. */
export type Death = 'before-submission' | 'after-submission';

export type QuarterEvent =
  | { kind: 'due' }
  | { kind: 'price'; usd: number }
  | { kind: 'income'; wallet: string; symbol: string; amount: bigint }
  | { kind: 'spend-gas' }
  | { kind: 'stop'; scope: StopScope; subject: string; until: number }
  | { kind: 'release'; scope: StopScope; subject: string }
  | { kind: 'pause'; rule: string }
  | { kind: 'resume'; rule: string }
  | { kind: 'outage'; outage: Outage }
  | { kind: 'death'; how: Death }
  | { kind: 'restart' }
  | { kind: 'down' }
  | { kind: 'up' }
  | { kind: 'vote'; approvalId: string; approver: string; decision: 'approve' | 'reject' }
  | { kind: 'refuse'; approvalId: string }
  | { kind: 'wake' };

/** Everything that happens by itself, drawn from a seed. */
export function planEvents(
  agenda: Agenda<QuarterEvent>,
  rules: readonly PlannedRule[],
  seed: number,
): void {
  const due = [...new Set(rules.flatMap(({ timetable }) => instantsOf(timetable)))].sort(
    (a, b) => a - b,
  );
  // First, so that it begins before the rules of that moment are decided.
  planOutages(agenda, due, seededRandom(seed, 'outages'));
  for (const at of due) agenda.add(at, { kind: 'due' });
  planMarket(agenda, seededRandom(seed, 'market'));
  planStops(agenda, rules, seededRandom(seed, 'stops'));
  planDowntime(agenda, seededRandom(seed, 'downtime'));
}

function planOutages(agenda: Agenda<QuarterEvent>, due: readonly number[], random: Random): void {
  const moments = random.shuffled(due);
  const take = (event: () => QuarterEvent, count: number): void => {
    for (const at of moments.splice(0, count)) agenda.add(at, event());
  };
  const faults = ['status', 'cut', 'html', 'error-inside'] as const;
  take(() => {
    const outage = { fault: random.pick(faults), count: random.between(1, 3) };
    return { kind: 'outage', outage: { kind: 'router', ...outage } };
  }, 8);
  take(() => ({ kind: 'outage', outage: { kind: 'no-blocks' } }), 2);
  take(() => ({ kind: 'outage', outage: { kind: 'reorg', depth: random.between(1, 3) } }), 3);
  take(() => ({ kind: 'death', how: 'before-submission' }), 2);
  take(() => ({ kind: 'death', how: 'after-submission' }), 2);
  take(() => ({ kind: 'restart' }), 3);
}

/** Small enough that orders pass the guard, whose prices move and whose market does not. */
function planMarket(agenda: Agenda<QuarterEvent>, random: Random): void {
  for (let week = 0; week < 13; week++) {
    const at = (days: number) => begin + (week * 7 + days) * day + random.between(0, 20) * hour;
    agenda.add(at(random.between(0, 6)), { kind: 'price', usd: 2_500 + random.between(-30, 30) });
    if (random.chance(0.7)) agenda.add(at(3), incomeOf(random, 'income', 'USDC', [40, 250]));
    if (random.chance(0.5)) agenda.add(at(4), incomeOf(random, 'ops', 'USDT', [20, 90]));
    if (random.chance(0.4)) agenda.add(at(1), incomeOf(random, 'mixed', 'USDC', [60, 150]));
    if (random.chance(0.6)) agenda.add(at(2), { kind: 'spend-gas' });
  }
}

function incomeOf(
  random: Random,
  wallet: string,
  symbol: string,
  [least, most]: readonly [number, number],
): QuarterEvent {
  // Whole micro-units, so that no amount is round.
  const amount = BigInt(random.between(least * 1_000_000, most * 1_000_000));
  return { kind: 'income', wallet, symbol, amount };
}

function planStops(
  agenda: Agenda<QuarterEvent>,
  rules: readonly PlannedRule[],
  random: Random,
): void {
  const any = () => begin + random.between(0, 89) * day + random.between(0, 23) * hour;
  const stops = [
    { scope: 'all', subject: '' },
    { scope: 'chain', subject: 'ETH' },
    { scope: 'wallet', subject: random.pick(['growth', 'ops', 'reserve']) },
    { scope: 'rule', subject: random.pick(rules).id },
  ] as const;
  for (const stop of stops) {
    const at = any();
    const until = at + random.between(6, 60) * hour;
    agenda.add(at, { kind: 'stop', ...stop, until });
    agenda.add(Math.min(until, end), { kind: 'release', ...stop });
  }
  for (const { id: rule } of random.shuffled(rules).slice(0, 2)) {
    const at = any();
    agenda.add(at, { kind: 'pause', rule });
    // Between two instants: what is due at the moment of a resumption is not done.
    agenda.add(at + random.between(2, 10) * day + hour / 10, { kind: 'resume', rule });
  }
}

function planDowntime(agenda: Agenda<QuarterEvent>, random: Random): void {
  for (const week of random.shuffled([2, 5, 8, 10]).slice(0, 2)) {
    const at = begin + week * 7 * day + random.between(0, 6) * day + hour / 4;
    agenda.add(at, { kind: 'down' });
    agenda.add(at + random.between(20, 70) * hour, { kind: 'up' });
  }
}

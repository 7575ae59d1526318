import type { z } from 'zod';
import type { planAnswer } from '../api/schemas/treasury-plan.ts';
import { type Column, type Layout, type Row, renderTable } from './render-table.ts';
import { showTime } from './show-time.ts';

type PlanAnswer = z.infer<typeof planAnswer>;
type Trade = PlanAnswer['occurrences'][number]['trades'][number];
type PreviewedTrade = PlanAnswer['rules'][number]['now']['trades'][number];

const nowColumns: readonly Column[] = [
  { title: 'if due now' },
  { title: 'trade' },
  { title: 'provider' },
  { title: 'verdict' },
];
const occurrenceColumns: readonly Column[] = [
  { title: 'due (UTC)' },
  { title: 'rule' },
  { title: 'does' },
  { title: 'USD', align: 'right' },
];
const balanceColumns: readonly Column[] = [
  { title: 'wallet' },
  { title: 'chain' },
  { title: 'token' },
  { title: 'before', align: 'right' },
  { title: 'after', align: 'right' },
  { title: 'USD before', align: 'right', optional: true },
  { title: 'USD after', align: 'right' },
];
const budgetColumns: readonly Column[] = [
  { title: 'cap' },
  { title: 'limit', align: 'right' },
  { title: 'of' },
  { title: 'used', align: 'right' },
  { title: 'with the plan', align: 'right' },
];
const units = { usd: 'USD', amount: 'tokens', count: 'payments' } as const;

/** Lines shown of one occurrence: a payroll may have hundreds. */
const maxShown = 5;

/** A plan as text for a person. */
export function showPlan(plan: PlanAnswer, layout: Layout): string {
  if (plan.rules.length === 0) return 'there is no treasury rule';
  const table = (columns: readonly Column[], rows: readonly Row[], none: string): string =>
    rows.length === 0 ? none : renderTable(columns, rows, layout);
  return [
    `from ${showTime(plan.from)} until ${showTime(plan.until)}; nothing is signed`,
    table(nowColumns, plan.rules.flatMap(nowRows), ''),
    table(
      occurrenceColumns,
      plan.occurrences.flatMap(occurrenceRows),
      'no rule is due in this time',
    ),
    table(balanceColumns, plan.balances.map(balanceRow), 'no balance is planned'),
    table(budgetColumns, plan.budgets.map(budgetRow), 'no cap counts what is planned'),
  ].join('\n\n');
}

function nowRows({ id, now }: PlanAnswer['rules'][number]): Row[] {
  if (now.kind !== 'act') return [{ cells: [id, now.kind, '', ''], below: reasonText(now.reason) }];
  return limited(now.trades, (trade) => ({
    cells: [id, tradeText(trade), trade.preview?.offer?.provider ?? '', verdictText(trade)],
    below: belowOf(trade),
  }));
}

function occurrenceRows({
  at,
  rule,
  kind,
  reason,
  trades,
}: PlanAnswer['occurrences'][number]): Row[] {
  const when = showTime(at);
  if (kind !== 'act') return [{ cells: [when, rule, kind, ''], below: reasonText(reason) }];
  return limited(trades, (trade) => ({
    cells: [when, rule, tradeText(trade), usdText(trade.usd)],
  }));
}

function limited<Value>(values: readonly Value[], rowOf: (value: Value) => Row): Row[] {
  const rows = values.slice(0, maxShown).map(rowOf);
  const last = rows.at(-1);
  const more = values.length - rows.length;
  if (last && more > 0) last.below = `and ${more} more`;
  return rows;
}

function tradeText({ amount, from, expectedOut, to }: Trade): string {
  const where = from.chain === to.chain ? ` on ${to.chain}` : ` on ${from.chain}, on ${to.chain}`;
  return `${amount} ${from.symbol} → ${expectedOut === undefined ? '' : `${expectedOut} `}${to.symbol}${where}`;
}

function verdictText({ preview, failure }: PreviewedTrade): string {
  if (failure) return 'unknown';
  return preview?.verdict ?? 'not asked';
}

function belowOf({ preview, failure }: PreviewedTrade): string | undefined {
  if (failure) return reasonText(failure);
  if (!preview) return undefined;
  const { offer, fees, to, reason, waitsFor } = preview;
  return [
    ...(offer
      ? [
          `at least ${offer.minOut} ${to.symbol}; fees at most ${fees.network} ${fees.symbol} to the network, ${fees.declared} ${fees.symbol} declared`,
        ]
      : []),
    ...(reason ? [reasonText(reason)] : []),
    ...waitsFor.map(({ message }) => `waits: ${message}`),
  ].join('; ');
}

function reasonText(reason: { code: string; message: string } | undefined): string | undefined {
  return reason && `${reason.code}: ${reason.message}`;
}

function balanceRow(balance: PlanAnswer['balances'][number]): Row {
  const { wallet, account, chain, symbol, before, after, usdBefore, usdAfter } = balance;
  return {
    cells: [
      ...[wallet ?? account, chain, symbol, before, after],
      ...[usdText(usdBefore), usdText(usdAfter)],
    ],
  };
}

function budgetRow(budget: PlanAnswer['budgets'][number]): Row {
  const { name, subject, limit, unit, used, after, exceededAt, unpriced } = budget;
  const notes = [
    ...(exceededAt === undefined
      ? []
      : [`above the limit at ${showTime(exceededAt)}: a payment is held then, or waits`]),
    ...(unpriced === 0 ? [] : [`${unpriced} payments without a price are not counted`]),
  ];
  return {
    cells: [subject === undefined ? name : `${name}: ${subject}`, limit, units[unit], used, after],
    below: notes.length === 0 ? undefined : notes.join('; '),
  };
}

/** To the cent, downwards. */
function usdText(usd: string | undefined): string {
  if (usd === undefined) return '';
  const [whole = '0', fraction = ''] = usd.split('.');
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
}

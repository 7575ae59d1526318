import type { PlannedRule, PreviewedTrade } from 'ferryman-client';
import { Amount } from '../../../parts/amount.tsx';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { TradeText } from './trade-text.tsx';

/** A line of the table: a trade of a rule, or why the rule does nothing. */
interface Row {
  key: string;
  rule: PlannedRule;
  trade?: PreviewedTrade;
}

const verdicts = {
  allowed: 'the guard allows it',
  refused: 'it would not be signed',
  waits: 'it would wait',
} as const;

const columns = [
  column<Row>('rule', 'Rule', ({ rule }) => rule.id),
  column<Row>('does', 'Does', ({ rule, trade }) =>
    trade ? (
      <TradeText trade={trade} />
    ) : (
      <span className="note">
        {rule.now.kind === 'skip' ? 'nothing' : 'unknown'}: <code>{rule.now.reason?.code}</code>{' '}
        {rule.now.reason?.message}
      </span>
    ),
  ),
  column<Row>('route', 'Route', ({ trade }) => trade?.preview?.offer?.provider ?? '–'),
  column<Row>(
    'least',
    'At least',
    ({ trade }) =>
      trade?.preview?.offer ? (
        <Amount value={trade.preview.offer.minOut} symbol={trade.to.symbol} />
      ) : (
        '–'
      ),
    'end',
  ),
  column<Row>(
    'fees',
    'Network fees at most',
    ({ trade }) =>
      trade?.preview ? (
        <Amount value={trade.preview.fees.network} symbol={trade.preview.fees.symbol} />
      ) : (
        '–'
      ),
    'end',
  ),
  column<Row>('verdict', 'Verdict', ({ trade }) => (trade ? <Verdict trade={trade} /> : '–')),
];

function Verdict({ trade: { preview, failure } }: { trade: PreviewedTrade }) {
  if (failure)
    return (
      <div className="note">
        <code>{failure.code}</code> {failure.message}
      </div>
    );
  if (!preview) return 'not asked';
  const { verdict, reason, waitsFor } = preview;
  return (
    <div className="note">
      {verdicts[verdict]}
      {[...(reason ? [reason] : []), ...waitsFor].map(({ message }) => (
        <div key={message} className="quiet">
          {message}
        </div>
      ))}
    </div>
  );
}

export function RulesNow({ rules }: { rules: readonly PlannedRule[] }) {
  const rows = rules.flatMap((rule): Row[] =>
    rule.now.trades.length === 0
      ? [{ key: rule.id, rule }]
      : rule.now.trades.map((trade, index) => ({ key: `${rule.id} ${index}`, rule, trade })),
  );
  return (
    <DataTable
      label="Rules"
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      empty="There is no treasury rule."
    />
  );
}

import { Link } from '@tanstack/react-router';
import type { BalanceSample } from 'ferryman-client';
import { balanceKey } from '../../../parts/balance-key.ts';
import { Chart } from '../../../parts/chart.tsx';
import type { Measure, Series } from '../../../parts/chart-data.ts';
import { amountsOf, balancePeriods, worthOf } from './balance-periods.ts';
import { type HistoryChoice, spanNames, spans } from './history-choice.ts';
import { maxSamples } from './use-samples.ts';

const series: readonly Series[] = [
  { key: 'settled', label: 'settled', tone: 'good' },
  { key: 'inFlight', label: 'in flight', tone: 'running' },
];

const numbers = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });
const level: Measure = { of: 'newest', text: (value) => numbers.format(value) };

interface HistoryProps {
  samples: readonly BalanceSample[];
  /** Milliseconds since the epoch. */
  until: number;
  choice: HistoryChoice;
}

/** Balances over time: all in US dollars, or one in its own units. */
export function History({ samples, until, choice }: HistoryProps) {
  const { span = 'day', balance } = choice;
  const of = balance === undefined ? samples : samples.filter((one) => balanceKey(one) === balance);
  const [first] = of;
  const draw = balance === undefined ? worthOf : amountsOf;
  const periods = balancePeriods(of, { step: spans[span].step, until }, draw);
  const title =
    balance === undefined
      ? 'All balances, in US dollars'
      : first
        ? `${first.symbol} of ${first.wallet} on ${first.chain}`
        : 'The chosen balance';
  const isUnpriced = balance === undefined && of.some(({ usdPrice }) => usdPrice === undefined);
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <nav className="choice" aria-label="Time">
        {spanNames.map((name) => (
          <Link
            key={name}
            to="/treasury/balances"
            search={{ ...choice, span: name }}
            resetScroll={false}
            aria-current={name === span}
          >
            last {name}
          </Link>
        ))}
        {balance === undefined ? null : (
          <Link to="/treasury/balances" search={{ span }} resetScroll={false}>
            show all balances
          </Link>
        )}
      </nav>
      {periods.length === 0 ? (
        <p className="empty">
          No balance was read in the last {span}. The treasury worker reads them each hour: see that
          one runs, with <code>ferryman worker treasury</code>.
        </p>
      ) : (
        <Chart title={title} periods={periods} series={series} measure={level} />
      )}
      {isUnpriced ? (
        <p className="hint">
          Balances without a price in the guard’s policy are not in it: choose one to see it.
        </p>
      ) : null}
      {samples.length >= maxSamples ? (
        <p className="hint">
          The first {maxSamples} readings of this time are drawn. The API and the command list all.
        </p>
      ) : null}
    </section>
  );
}

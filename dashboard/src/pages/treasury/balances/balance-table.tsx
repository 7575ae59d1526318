import { getRouteApi, Link } from '@tanstack/react-router';
import type { Balance, BalanceSample } from 'ferryman-client';
import { type BalanceRow, balanceColumns, balanceRows } from '../../../parts/balance-columns.tsx';
import { balanceKey } from '../../../parts/balance-key.ts';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { usdText } from '../../../parts/usd-text.ts';

const route = getRouteApi('/treasury/balances');

interface Sampled {
  sample?: BalanceSample | undefined;
}

type Row = BalanceRow & Sampled;

const columns = [
  ...balanceColumns<Row>(),
  column<Row>(
    'usd',
    'US dollars, when sampled',
    ({ sample }) => (sample ? <Worth sample={sample} /> : '–'),
    'end',
  ),
  column<Row>('history', 'History', (row) => <HistoryLink row={row} />),
];

/** The chart of this balance alone. */
function HistoryLink({ row }: { row: Row }) {
  const choice = route.useSearch();
  return (
    <Link
      to="/treasury/balances"
      search={{ ...choice, balance: balanceKey(row) }}
      resetScroll={false}
      aria-label={`Show the history of ${row.symbol ?? row.token} of ${row.wallet} on ${row.chain}`}
    >
      show
    </Link>
  );
}

function Worth({ sample: { usd, at } }: { sample: BalanceSample }) {
  return (
    <>
      {usd === undefined ? <span className="quiet">no price</span> : usdText(usd)}, <Time at={at} />
    </>
  );
}

interface BalanceTableProps {
  balances: readonly Balance[];
  /** The newest of each balance. */
  newest: ReadonlyMap<string, BalanceSample>;
}

/** What Ferryman has read for swaps, and what only the treasury worker has read. */
export function BalanceTable({ balances, newest }: BalanceTableProps) {
  const known = new Set(balances.map(balanceKey));
  const rows = [
    ...balances.map((balance): Balance & Sampled => ({
      ...balance,
      sample: newest.get(balanceKey(balance)),
    })),
    ...[...newest.values()].filter((sample) => !known.has(balanceKey(sample))).map(sampledOnly),
  ];
  return (
    <DataTable
      label="Balances"
      columns={columns}
      rows={balanceRows(rows)}
      rowKey={(row) => balanceKey(row)}
      empty="No balance was read yet: a swap of a wallet or the treasury worker has to read it."
    />
  );
}

/** No swap has needed it, so nothing of it is reserved. */
function sampledOnly(sample: BalanceSample): Balance & Sampled {
  const { wallet, family, chain, token, symbol, block, settled, settledBaseUnits } = sample;
  const { inFlight, inFlightBaseUnits } = sample;
  return {
    ...{ wallet, family, chain, token, symbol, block, inFlight, inFlightBaseUnits, sample },
    ...{ balance: settled, balanceBaseUnits: settledBaseUnits },
    ...{ reserved: '0', reservedBaseUnits: '0' },
  };
}

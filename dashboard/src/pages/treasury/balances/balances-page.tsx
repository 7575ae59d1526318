import { getRouteApi } from '@tanstack/react-router';
import { ListEnd } from '../../../parts/list-end.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { useBalances } from '../../../parts/use-balances.ts';
import { TreasuryHead } from '../treasury-head.tsx';
import { newestSamples } from './balance-periods.ts';
import { BalanceTable } from './balance-table.tsx';
import { Drift } from './drift.tsx';
import { History } from './history.tsx';
import { useSamples } from './use-samples.ts';

const route = getRouteApi('/treasury/balances');

export function Page() {
  const choice = route.useSearch();
  const balances = useBalances();
  const samples = useSamples(choice.span ?? 'day');
  const error = balances.error ?? samples.error;
  return (
    <>
      <TreasuryHead title="Treasury: balances">
        What wallets have on their chains, what swaps have reserved of it, what is on its way, and
        what it was worth.
      </TreasuryHead>
      {error ? <Problem error={error} /> : null}
      {samples.data ? <History {...samples.data} choice={choice} /> : null}
      {balances.data && samples.data ? (
        <section aria-labelledby="now">
          <h2 id="now">Balances</h2>
          <p className="hint">
            Settled: as the block shows it. Reserved: what signed and leased transactions may still
            take. In flight: what open swaps have sent and what has not arrived.
          </p>
          <BalanceTable balances={balances.data} newest={newestSamples(samples.data.samples)} />
          <ListEnd count={balances.data.length} />
        </section>
      ) : null}
      <Drift />
    </>
  );
}

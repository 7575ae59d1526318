import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Problem } from '../../../parts/problem.tsx';
import { exactTime, Time } from '../../../parts/time.tsx';
import { useSession } from '../../../session/session.ts';
import { TreasuryHead } from '../treasury-head.tsx';
import { Budgets } from './budgets.tsx';
import { Occurrences } from './occurrences.tsx';
import { planDays } from './plan-days.ts';
import { PlannedBalances } from './planned-balances.tsx';
import { RulesNow } from './rules-now.tsx';

const route = getRouteApi('/treasury/plan');

export function Page() {
  const { client } = useSession();
  const { days = 7 } = route.useSearch();
  const [asksRoutes, setAsksRoutes] = useState(false);
  const { data, error, isFetching } = useQuery({
    queryKey: ['treasury-plan', days, asksRoutes],
    queryFn: ({ signal }) =>
      client.treasury.plan(
        { days: `${days}`, previews: asksRoutes ? 'true' : 'false' },
        { signal },
      ),
    placeholderData: (before) => before,
    // A plan reads every chain: it is made when a person asks for it.
    meta: { followsEvents: false },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <TreasuryHead title="Treasury: plan">
        What the rules would do, by the balances and prices of now. A plan signs and changes
        nothing, and fees are not deducted from its balances.
      </TreasuryHead>
      <nav className="choice" aria-label="Time">
        {planDays.map((count) => (
          <Link
            key={count}
            to="/treasury/plan"
            search={{ days: count }}
            activeOptions={{ exact: true }}
            aria-current={count === days}
          >
            {count === 1 ? 'next day' : `next ${count} days`}
          </Link>
        ))}
      </nav>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <>
          <p className="hint">
            Made <Time at={data.from} />, until {exactTime(data.until)}.
          </p>
          <section>
            <h2>Occurrences</h2>
            <Occurrences occurrences={data.occurrences} />
            {data.leftOutAfter === undefined ? null : (
              <p className="quiet">
                A plan has about 500 occurrences. What comes after {exactTime(data.leftOutAfter)} is
                left out.
              </p>
            )}
          </section>
          <PlannedBalances balances={data.balances} />
          <Budgets budgets={data.budgets} />
          <section>
            <h2>If each rule were due now</h2>
            <RulesNow rules={data.rules} />
            {asksRoutes ? null : (
              <button type="button" onClick={() => setAsksRoutes(true)} disabled={isFetching}>
                Ask for routes and fees
              </button>
            )}
          </section>
        </>
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Drift as Finding } from 'ferryman-client';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Time } from '../../../parts/time.tsx';
import { useSession } from '../../../session/session.ts';

/** Milliseconds. */
const span = 90 * 86_400_000;
/** The service lists no more of them. */
const maxDrift = 1_000;

const columns = [
  column<Finding>('until', 'Found', ({ until }) => <Time at={until} />),
  column<Finding>('wallet', 'Wallet', ({ wallet }) => wallet),
  column<Finding>('chain', 'Chain', ({ chain }) => chain),
  column<Finding>(
    'difference',
    'Difference',
    ({ difference, symbol }) => `${difference.startsWith('-') ? '' : '+'}${difference} ${symbol}`,
    'end',
  ),
  column<Finding>('about', 'What it is about', (finding) => <About finding={finding} />),
  column<Finding>('numbers', 'In base units', (finding) => <Numbers finding={finding} />),
];

function About({ finding }: { finding: Finding }) {
  const { difference, isBeyondTolerance, wallet, from, until } = finding;
  const isMore = !difference.startsWith('-');
  return (
    <div className="meaning">
      {isBeyondTolerance ? (
        <>
          <span className="label tone-bad">{isMore ? 'more than booked' : 'less than booked'}</span>
          <p>
            {isMore
              ? 'Something came in that no swap explains, such as a deposit by the owner or a late payout.'
              : 'Something left that Ferryman did not send: another program or person with this key, or a fee that no book has.'}{' '}
            It changed between <Time at={from} /> and <Time at={until} />. Compare the account’s
            transactions of that time in an explorer with the{' '}
            <Link to="/swaps" search={{ wallet, updatedAfter: from }}>
              swaps of {wallet}
            </Link>
            .{isMore ? '' : ' If you do not know the transaction, stop the wallet.'}
          </p>
        </>
      ) : (
        <>
          <span className="label tone-quiet">tolerated</span>
          <p>The chain may take as much without a transaction of the account.</p>
        </>
      )}
    </div>
  );
}

function Numbers({ finding }: { finding: Finding }) {
  return (
    <details>
      <summary>show</summary>
      <dl className="facts">
        <dt>before</dt>
        <dd>{finding.beforeBaseUnits}</dd>
        <dt>booked in between</dt>
        <dd>{finding.expectedBaseUnits}</dd>
        <dt>after</dt>
        <dd>{finding.afterBaseUnits}</dd>
        <dt>difference</dt>
        <dd>{finding.differenceBaseUnits}</dd>
        <dt>tolerated</dt>
        <dd>{finding.toleranceBaseUnits}</dd>
      </dl>
    </details>
  );
}

/** Changes of balances that no book explains. */
export function Drift() {
  const { client } = useSession();
  const { data, error } = useQuery({
    queryKey: ['drift'],
    queryFn: async ({ signal }) => {
      const until = Date.now();
      const query = {
        from: new Date(until - span).toISOString(),
        until: new Date(until).toISOString(),
      };
      return (await client.treasury.drift(query, { signal }).take(maxDrift)).toReversed();
    },
  });
  return (
    <section aria-labelledby="drift">
      <h2 id="drift">Drift</h2>
      <p className="hint">
        What the chains show of an account and no book explains, of the last 90 days. Ferryman finds
        it while nothing of the account is under way, and never changes a book to fit.
      </p>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <DataTable
          label="Drift"
          columns={columns}
          rows={data}
          rowKey={({ wallet, chain, token, until }) => `${wallet} ${chain} ${token} ${until}`}
          empty="The books explain every change of a balance."
        />
      ) : null}
      {data && data.length >= maxDrift ? (
        <p className="hint">The oldest {maxDrift} of this time are listed.</p>
      ) : null}
    </section>
  );
}

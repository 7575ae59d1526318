import { getRouteApi } from '@tanstack/react-router';
import { Amount } from '../../parts/amount.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Copied } from '../../parts/copied.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StateLabel } from '../../parts/state-label.tsx';
import { Acts } from './acts.tsx';
import { Attempts } from './attempts.tsx';
import { Banner } from './banner.tsx';
import { Deliveries } from './deliveries.tsx';
import { GuardFindings } from './guard-findings.tsx';
import { GuardVerdicts } from './guard-verdicts.tsx';
import { Legs } from './legs.tsx';
import { Orders } from './orders.tsx';
import { Rail } from './rail.tsx';
import { useSwap } from './read-swap.ts';
import { Terms } from './terms.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/swaps/$id');

/** One swap: where its money is and what may be done, then how it came to that. */
export function Page() {
  const { id } = route.useParams();
  const { data, error } = useSwap(id);
  if (!data) return error ? <Problem error={error} /> : <p className="quiet">Reading the swap…</p>;
  const { swap, events, record, orders } = data;
  return (
    <>
      <header>
        <h1>
          <Amount value={swap.amount} symbol={swap.from.symbol} /> on {swap.from.chain} →{' '}
          {swap.to.symbol} on {swap.to.chain}
        </h1>
        <p>
          <StateLabel state={swap.state} /> · swap <Copied text={swap.id} />
        </p>
      </header>
      {error ? <Problem error={error} /> : null}
      <Banner swap={swap} record={record} />
      <Rail swap={swap} />
      <Terms swap={swap} />
      <Legs swap={swap} />
      <Attempts record={record} />
      <GuardVerdicts swap={swap} record={record} events={events} />
      {record.verdicts?.some(({ verdict }) => verdict !== 'allow') ? null : (
        <GuardFindings events={events} />
      )}
      <Timeline events={events} swap={swap} />
      <Orders orders={orders} swap={swap} />
      <Deliveries id={swap.id} />
      <Acts swap={swap} />
      <section aria-labelledby="raw">
        <h2 id="raw">As the API answers it</h2>
        <details>
          <summary>Swap</summary>
          <CodeBlock label="The swap as JSON" text={JSON.stringify(swap, null, 2)} />
        </details>
      </section>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useReadingPace } from '../../../live/use-reading-pace.ts';
import { Problem } from '../../../parts/problem.tsx';
import { useSession } from '../../../session/session.ts';
import { TreasuryHead } from '../treasury-head.tsx';
import { BlackoutTable } from './blackout-table.tsx';
import { CapTable } from './cap-table.tsx';

/** Milliseconds. Room returns and blackouts begin without an event. */
const pace = 15_000;

export function Page() {
  return (
    <>
      <TreasuryHead title="Treasury: limits">
        How much payments may take and when nothing is signed, as the guard’s policy and the rules
        say. People change the policy in its file.
      </TreasuryHead>
      <Caps />
      <Blackouts />
    </>
  );
}

function Caps() {
  const { client } = useSession();
  const refetchInterval = useReadingPace(pace);
  const { data, error } = useQuery({
    queryKey: ['caps'],
    queryFn: ({ signal }) => client.caps.list({ signal }),
    refetchInterval,
  });
  return (
    <section aria-labelledby="caps">
      <h2 id="caps">Caps and budgets</h2>
      <p className="hint">
        A payment above a limit waits for an approval. One that finds no room beside others waits
        until room returns.
      </p>
      {error ? <Problem error={error} /> : null}
      {data ? <CapTable caps={data.caps} /> : null}
    </section>
  );
}

function Blackouts() {
  const { client } = useSession();
  const refetchInterval = useReadingPace(pace);
  const { data, error } = useQuery({
    queryKey: ['blackouts'],
    queryFn: ({ signal }) => client.blackouts.list({ signal }),
    refetchInterval,
  });
  return (
    <section aria-labelledby="blackouts">
      <h2 id="blackouts">Blackouts</h2>
      <p className="hint">
        Within one nothing new is signed but cancels. What is on its way is followed.
      </p>
      {error ? <Problem error={error} /> : null}
      {data ? <BlackoutTable blackouts={data.blackouts} /> : null}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useReadingPace } from '../../live/use-reading-pace.ts';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.ts';
import { BatchCard } from './batch-card.tsx';

/** What treasury rules ask for that approvers sign at once, such as a payroll. */
export function Batches() {
  const { client } = useSession();
  const { data, error } = useQuery({
    queryKey: ['approvals', 'batches'],
    queryFn: ({ signal }) => client.approvals.batches({ signal }),
    refetchInterval: useReadingPace(5_000),
  });
  return (
    <>
      {error ? <Problem error={error} /> : null}
      {data?.batches.map(({ id }) => (
        <BatchCard key={id} id={id} />
      ))}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.ts';
import { NeedsPerson } from './needs-person.tsx';
import { Outcomes } from './outcomes.tsx';
import { UnderWay } from './under-way.tsx';

/** What needs a person comes first, then what is under way, then how it went. */
export function Page() {
  const { client } = useSession();
  const { data, error } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => client.overview.get({}, { signal }),
  });
  if (!data) return error ? <Problem error={error} /> : <p className="quiet">Reading…</p>;
  const { overview } = data;
  return (
    <>
      <h1>Overview</h1>
      {error ? <Problem error={error} /> : null}
      <NeedsPerson overview={overview} />
      <UnderWay overview={overview} />
      <Outcomes overview={overview} />
    </>
  );
}

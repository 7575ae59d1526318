import { useQuery } from '@tanstack/react-query';
import { mostListed } from '../../parts/most-listed.tsx';
import { useSession } from '../../session/session.ts';

/** Names of API keys by their ids. Keys without a name have no entry. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const { client } = useSession();
  const { data = none } = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => client.keys.list({}, { signal }).take(mostListed),
    select: namesOf,
  });
  return data;
}

const none: ReadonlyMap<string, string> = new Map();

function namesOf(keys: readonly { id: string; name?: string }[]): ReadonlyMap<string, string> {
  return new Map(keys.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])));
}

import { useQuery } from '@tanstack/react-query';
import { useMay, useSession } from '../session/session.ts';
import { maxListed } from './list-end.tsx';

/** Names of API keys by their ids, for administrators. Keys without a name have no entry. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const { client } = useSession();
  const enabled = useMay('admin');
  const { data = none } = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => client.keys.list({}, { signal }).take(maxListed),
    enabled,
    select: namesOf,
  });
  return data;
}

const none: ReadonlyMap<string, string> = new Map();

function namesOf(keys: readonly { id: string; name?: string }[]): ReadonlyMap<string, string> {
  return new Map(keys.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])));
}

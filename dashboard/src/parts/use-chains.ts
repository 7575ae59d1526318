import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';

interface Options {
  /** False: they are not read. */
  enabled?: boolean;
  /** Milliseconds between two readings. Absent: they are read when events come. */
  refetchInterval?: number | false;
}

/** The chains that are configured. */
export function useChains(options: Options = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['chains'],
    queryFn: ({ signal }) => client.chains.list({ signal }),
    ...options,
  });
}

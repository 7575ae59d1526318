import { useQuery } from '@tanstack/react-query';
import type { Stop } from 'ferryman-client';
import { useSession } from '../session/session.ts';

/** What is stopped now. `undefined`: it is not known yet. */
export function useStops(): readonly Stop[] | undefined {
  const { client } = useSession();
  return useQuery({
    queryKey: ['stops'],
    queryFn: ({ signal }) => client.stops.list({ signal }),
  }).data?.stops;
}

import { useQuery } from '@tanstack/react-query';
import type { Stop } from 'ferryman-client';
import { useSession } from '../session/session.ts';
import type { StopTarget } from './stop-dialog.tsx';

/** What is stopped now. `undefined`: it is not known yet. */
export function useStops(): readonly Stop[] | undefined {
  const { client } = useSession();
  return useQuery({
    queryKey: ['stops'],
    queryFn: ({ signal }) => client.stops.list({ signal }),
  }).data?.stops;
}

/** The stop of exactly this. Names of providers differ in case only by their spelling. */
export function ownStop(
  stops: readonly Stop[] | undefined,
  { scope, subject }: StopTarget,
): Stop | undefined {
  return stops?.find(
    (stop) => stop.scope === scope && stop.subject.toLowerCase() === subject.toLowerCase(),
  );
}

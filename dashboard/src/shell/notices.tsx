import { useQuery } from '@tanstack/react-query';
import { useLive } from '../live/live-events.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session/session.ts';
import { type StopTarget, targetText } from './stop-dialog.tsx';

/** What holds for every page: that data may be old, and what is stopped. */
export function Notices() {
  const { client } = useSession();
  const { state } = useLive();
  const { data } = useQuery({
    queryKey: ['stops'],
    queryFn: ({ signal }) => client.stops.list({ signal }),
  });
  return (
    <div className="notices" aria-live="polite">
      {state === 'broken' ? (
        <p className="notice bad">The service does not answer. What you see may be old.</p>
      ) : null}
      {data?.stops.map((stop) => (
        <p key={`${stop.scope} ${stop.subject}`} className="notice">
          <strong>Signing is stopped {placeOf(stop)}</strong>, <Time at={stop.since} />:{' '}
          {stop.reason}
        </p>
      ))}
    </div>
  );
}

function placeOf(target: StopTarget): string {
  return target.scope === 'all' ? 'everywhere' : `for ${targetText(target)}`;
}

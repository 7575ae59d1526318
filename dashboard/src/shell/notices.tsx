import { useLive } from '../live/live-events.tsx';
import { Time } from '../parts/time.tsx';
import { type StopTarget, targetText } from './stop-dialog.tsx';
import { useStops } from './use-stops.ts';

/** What holds for every page: that data may be old, and what is stopped. */
export function Notices() {
  const { state } = useLive();
  const stops = useStops();
  return (
    <div className="notices" aria-live="polite">
      {state === 'broken' ? (
        <p className="notice bad">The service does not answer. What you see may be old.</p>
      ) : null}
      {stops?.map((stop) => (
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

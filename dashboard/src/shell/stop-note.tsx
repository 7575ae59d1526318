import { Time } from '../parts/time.tsx';
import { ownStop, type StopSubject } from './own-stop.ts';
import { useStops } from './use-stops.ts';

/** Since when signing is stopped there, and why. A stop of everything holds there too. */
export function StopNote({ target }: { target: StopSubject }) {
  const stops = useStops();
  if (!stops) return null;
  const stop = ownStop(stops, target) ?? stops.find(({ scope }) => scope === 'all');
  if (!stop) return <span className="quiet">signs</span>;
  return (
    <span className="note">
      <span className="label tone-person">
        {stop.scope === 'all' && target.scope !== 'all' ? 'everything is stopped' : 'stopped'}
      </span>{' '}
      <Time at={stop.since} />: {stop.reason}
    </span>
  );
}

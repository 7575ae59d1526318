import { useLive } from '../live/live-events.tsx';

/** Says whether the page follows the events, and pauses that. */
export function LiveSwitch() {
  const { state, setPaused } = useLive();
  const text = { live: '● Live', paused: '‖ Paused', broken: '○ No connection' }[state];
  return (
    <button
      type="button"
      className="live"
      aria-pressed={state === 'paused'}
      onClick={() => setPaused(state !== 'paused')}
    >
      {text}
    </button>
  );
}

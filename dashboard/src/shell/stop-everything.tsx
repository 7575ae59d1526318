import { useState } from 'react';
import { useIsLimited, useMay } from '../session/session.ts';
import { ownStop } from './own-stop.ts';
import { StopDialog, type StopTarget } from './stop-dialog.tsx';
import { useStops } from './use-stops.ts';

const everything: StopTarget = { scope: 'all', subject: '' };

/** Stops all signing, or resumes it. */
export function StopEverything() {
  const maySubmit = useMay('submit');
  const mayApprove = useMay('approve');
  const isLimited = useIsLimited();
  const stops = useStops();
  const isStopped = ownStop(stops, everything) !== undefined;
  // Another person may stop or resume meanwhile: the open dialog keeps to its act.
  const [opened, setOpened] = useState<{ isStopped: boolean }>();
  const mayAct = !isLimited && (isStopped ? mayApprove : maySubmit);
  if (!stops || !(mayAct || opened)) return null;
  return (
    <>
      <button
        type="button"
        className={isStopped ? 'primary' : 'danger'}
        onClick={() => setOpened({ isStopped })}
      >
        {isStopped ? 'Resume everything' : 'Stop everything'}
      </button>
      {opened ? (
        <StopDialog target={everything} {...opened} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  );
}

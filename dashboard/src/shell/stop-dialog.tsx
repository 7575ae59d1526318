import type { Stop } from 'ferryman-client';
import { ActDialog } from '../parts/act-dialog.tsx';
import { useSession } from '../session/session.ts';

export type StopTarget = Pick<Stop, 'scope' | 'subject'>;

export function targetText({ scope, subject }: StopTarget): string {
  return scope === 'all' ? 'everything' : `${scope} ${subject}`;
}

/** Stops signing, or resumes it. */
export function StopDialog({
  target,
  isStopped,
  onClose,
}: {
  target: StopTarget;
  isStopped: boolean;
  onClose(): void;
}) {
  const { client } = useSession();
  const verb = isStopped ? 'Resume' : 'Stop';
  return (
    <ActDialog
      title={`${verb} signing: ${targetText(target)}`}
      verb={verb}
      isDangerous={!isStopped}
      act={(reason) =>
        isStopped
          ? client.stops.resume({ ...target, reason })
          : client.stops.create({ ...target, reason })
      }
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {isStopped
          ? 'Waiting swaps go on at once: they are signed and paid.'
          : 'Nothing new is signed there. What is signed already is followed all the same.'}
      </p>
    </ActDialog>
  );
}

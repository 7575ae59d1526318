import type { BulkAction } from 'ferryman-client';
import { useState } from 'react';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useMay, useSession } from '../../session/session.ts';

type Act = 'pause' | 'resume' | 'abort';

const texts = {
  pause: { verb: 'Pause', effect: 'It begins no further swap until a person resumes it.' },
  resume: { verb: 'Resume', effect: 'It goes on with the next swap.' },
  abort: { verb: 'Abort', effect: 'It ends for good. What it has done stays done.' },
} as const satisfies Record<Act, { verb: string; effect: string }>;

/** Pause, resume and abort take effect between two swaps. */
export function BulkActs({ action: { id, state } }: { action: BulkAction }) {
  const { client } = useSession();
  const maySubmit = useMay('submit');
  const [open, setOpen] = useState<Act>();
  const possible: readonly Act[] =
    state === 'running' ? ['pause', 'abort'] : state === 'paused' ? ['resume', 'abort'] : [];
  if (!maySubmit || possible.length + (open ? 1 : 0) === 0) return null;
  const close = () => setOpen(undefined);
  return (
    <p className="actions">
      {possible.map((act) => (
        <button
          key={act}
          type="button"
          className={act === 'abort' ? 'danger' : undefined}
          onClick={() => setOpen(act)}
        >
          {texts[act].verb}…
        </button>
      ))}
      {open ? (
        <ActDialog
          title={`${texts[open].verb} this bulk action`}
          verb={texts[open].verb}
          isDangerous={open === 'abort'}
          act={(reason) => client.bulkActions[open](id, { reason })}
          onDone={close}
          onClose={close}
        >
          <p>{texts[open].effect}</p>
        </ActDialog>
      ) : null}
    </p>
  );
}

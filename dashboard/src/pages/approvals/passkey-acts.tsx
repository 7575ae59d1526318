import { useState } from 'react';
import { ActDialog } from '../../parts/act-dialog.tsx';

type Decision = 'approve' | 'reject';

interface ActTexts {
  button: string;
  title: string;
  verb: string;
  effect: string;
}

/** A button for each decision, and the dialog in which a passkey signs it. */
export function PasskeyActs<Signed>({
  texts,
  what,
  signed,
  act,
}: {
  texts: Readonly<Record<Decision, ActTexts>>;
  /** What is decided, in words. */
  what: string;
  signed: Signed;
  act: (decision: Decision, reason: string, signed: Signed) => Promise<unknown>;
}) {
  // What is shown when the person decides is signed, whatever comes meanwhile.
  const [open, setOpen] = useState<{ decision: Decision; what: string; signed: Signed }>();
  const close = () => setOpen(undefined);
  return (
    <>
      <p className="actions">
        {(['approve', 'reject'] as const).map((decision) => (
          <button
            key={decision}
            type="button"
            className={decision === 'reject' ? 'danger' : undefined}
            onClick={() => setOpen({ decision, what, signed })}
          >
            {texts[decision].button}
          </button>
        ))}
      </p>
      {open ? (
        <ActDialog
          title={texts[open.decision].title}
          verb={texts[open.decision].verb}
          isDangerous
          act={(reason) => act(open.decision, reason, open.signed)}
          onDone={close}
          onClose={close}
        >
          <p>{open.what}.</p>
          <p>{texts[open.decision].effect}</p>
        </ActDialog>
      ) : null}
    </>
  );
}

import type { ApprovalBatchAnswer } from 'ferryman-client';
import { useState } from 'react';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useSession } from '../../session/session.ts';
import { sumText } from './batch-text.ts';
import { signWithPasskey } from './passkey.ts';

type Signing = NonNullable<ApprovalBatchAnswer['signing']>;
type Decision = keyof Signing['challenges'];

const texts = {
  approve: {
    button: 'Approve all with a passkey…',
    title: 'Sign the batch',
    verb: 'Sign all with a passkey',
    effect:
      'Your passkey signs all payments that wait, once. Within what is shown Ferryman may quote each again; one that comes to be outside of it comes back alone.',
  },
  reject: {
    button: 'Reject all with a passkey…',
    title: 'Reject the batch',
    verb: 'Reject all with a passkey',
    effect:
      'One approver who rejects is enough: all payments that wait fail, with nothing paid. To leave out one of them, reject it on its own page.',
  },
} as const;

/** One signature for all payments that wait. The service takes it for all of them or for none. */
export function BatchActs({ batch, signing }: { batch: ApprovalBatchAnswer; signing: Signing }) {
  const { client } = useSession();
  const { id, rule } = batch;
  // What is shown when the person decides is signed, whatever comes meanwhile.
  const [open, setOpen] = useState<{ decision: Decision; text: string; signing: Signing }>();
  const close = () => setOpen(undefined);
  return (
    <>
      <p className="actions">
        {(['approve', 'reject'] as const).map((decision) => (
          <button
            key={decision}
            type="button"
            className={decision === 'reject' ? 'danger' : undefined}
            onClick={() => setOpen({ decision, text: sumText(batch), signing })}
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
          act={async (reason) =>
            client.approvals.voteOnBatch(id, {
              decision: open.decision,
              reason,
              assertion: await signWithPasskey(
                open.signing,
                open.signing.challenges[open.decision],
              ),
              envelopes: open.signing.envelopes,
            })
          }
          onDone={close}
          onClose={close}
        >
          <p>
            {rule}: {open.text}.
          </p>
          <p>{texts[open.decision].effect}</p>
        </ActDialog>
      ) : null}
    </>
  );
}

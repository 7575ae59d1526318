import type { Approval, VotesAnswer } from 'ferryman-client';
import { useState } from 'react';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useSession } from '../../session/session.ts';
import { itemText } from './item-text.ts';
import { signWithPasskey } from './passkey.ts';

type Decision = VotesAnswer['votes'][number]['decision'];

const texts = {
  approve: {
    button: 'Approve with a passkey…',
    title: 'Sign the payment',
    verb: 'Sign with a passkey',
    effect:
      'Your passkey signs what is shown on this page. Within it Ferryman may quote again; outside it you are asked anew.',
  },
  reject: {
    button: 'Reject with a passkey…',
    title: 'Reject the payment',
    verb: 'Reject with a passkey',
    effect: 'One approver who rejects is enough: the swap fails, with nothing paid.',
  },
} as const;

/** The votes of approvers. The service takes one by a passkey of its policy only. */
export function VoteActs({ approval, votes }: { approval: Approval; votes: VotesAnswer }) {
  const { client } = useSession();
  const [open, setOpen] = useState<Decision>();
  const { signing } = votes;
  const close = () => setOpen(undefined);
  return (
    <p className="actions">
      {(['approve', 'reject'] as const).map((decision) => (
        <button
          key={decision}
          type="button"
          className={decision === 'reject' ? 'danger' : undefined}
          onClick={() => setOpen(decision)}
        >
          {texts[decision].button}
        </button>
      ))}
      {open === undefined ? null : (
        <ActDialog
          title={texts[open].title}
          verb={texts[open].verb}
          isDangerous
          act={async (reason) =>
            client.approvals.vote(approval.id, {
              decision: open,
              reason,
              assertion: await signWithPasskey(signing, signing.challenges[open]),
            })
          }
          onDone={close}
          onClose={close}
        >
          <p>{itemText(approval)}.</p>
          <p>{texts[open].effect}</p>
        </ActDialog>
      )}
    </p>
  );
}

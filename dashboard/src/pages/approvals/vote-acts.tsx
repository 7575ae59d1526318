import type { Approval, VotesAnswer } from 'ferryman-client';
import { useSession } from '../../session/session.ts';
import { itemText } from './item-text.ts';
import { signWithPasskey } from './passkey.ts';
import { PasskeyActs } from './passkey-acts.tsx';

const texts = {
  approve: {
    button: 'Approve with a passkey…',
    title: 'Sign the payment',
    verb: 'Sign with a passkey',
    effect:
      'Your passkey signs what is shown on this page. Within it Ferryman may quote again; outside it you are asked again.',
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
  return (
    <PasskeyActs
      texts={texts}
      what={itemText(approval)}
      signed={votes.signing}
      act={async (decision, reason, signed) =>
        client.approvals.vote(approval.id, {
          ...{ decision, reason },
          assertion: await signWithPasskey(signed, signed.challenges[decision]),
        })
      }
    />
  );
}

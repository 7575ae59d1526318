import type { ApprovalBatchAnswer } from 'ferryman-client';
import { useSession } from '../../session/session.ts';
import { sumText } from './batch-text.ts';
import { signWithPasskey } from './passkey.ts';
import { PasskeyActs } from './passkey-acts.tsx';

type Signing = NonNullable<ApprovalBatchAnswer['signing']>;

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
  return (
    <PasskeyActs
      texts={texts}
      what={`${batch.rule}: ${sumText(batch)}`}
      signed={signing}
      act={async (decision, reason, signed) =>
        client.approvals.voteOnBatch(batch.id, {
          ...{ decision, reason, envelopes: signed.envelopes },
          assertion: await signWithPasskey(signed, signed.challenges[decision]),
        })
      }
    />
  );
}

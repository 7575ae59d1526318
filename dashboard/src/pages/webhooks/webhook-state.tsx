import type { Webhook } from 'ferryman-client';
import { Time } from '../../parts/time.tsx';

/** Whether messages get through, and since when not. */
export function WebhookState({
  webhook: { enabled, disabledAt, disabledReason, failingSince },
}: {
  webhook: Webhook;
}) {
  if (!enabled)
    return (
      <>
        <span className="label tone-quiet">disabled</span>{' '}
        {disabledAt === undefined ? null : <Time at={disabledAt} />}
        {disabledReason === undefined ? null : `: ${disabledReason}`}
      </>
    );
  if (failingSince !== undefined)
    return (
      <>
        <span className="label tone-bad">failing</span> since <Time at={failingSince} />
      </>
    );
  return <span className="label tone-good">enabled</span>;
}

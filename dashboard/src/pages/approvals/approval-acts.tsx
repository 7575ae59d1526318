import type { Approval } from 'ferryman-client';
import { useState } from 'react';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useIsLimited, useMay, useSession } from '../../session/session.ts';
import { effectText, itemText } from './item-text.ts';

type Act = 'approve' | 'reject' | 'revoke';
type Scope = 'once' | 'until' | 'permanent';

/** Approve, reject and revoke. The service refuses them to a person who asked for the swap. */
export function ApprovalActs({ approval }: { approval: Approval }) {
  const { keyId } = useSession();
  const mayApprove = useMay('approve');
  const [open, setOpen] = useState<Act>();
  const { state, admission, requesters } = approval;
  const possible: readonly Act[] =
    state === 'open' ? ['approve', 'reject'] : admission?.inForce ? ['revoke'] : [];
  if (!mayApprove) return null;
  if (requesters.includes(`API key ${keyId}`))
    return <p className="hint">You asked for this swap, so another person decides.</p>;
  const close = () => setOpen(undefined);
  return (
    <p className="actions">
      {possible.map((act) => (
        <button
          key={act}
          type="button"
          className={act === 'reject' ? 'danger' : undefined}
          onClick={() => setOpen(act)}
        >
          {{ approve: 'Approve…', reject: 'Reject…', revoke: 'Revoke…' }[act]}
        </button>
      ))}
      {open === 'approve' ? <ApproveDialog approval={approval} onClose={close} /> : null}
      {open === 'reject' || open === 'revoke' ? (
        <EndDialog approval={approval} act={open} onClose={close} />
      ) : null}
    </p>
  );
}

interface DialogProps {
  approval: Approval;
  onClose(): void;
}

function ApproveDialog({ approval, onClose }: DialogProps) {
  const { client } = useSession();
  const isLimited = useIsLimited();
  const [scope, setScope] = useState<Scope>('once');
  const [until, setUntil] = useState('');
  const isOnceOnly = isLimited || approval.item.kind === 'finding';
  return (
    <ActDialog
      title="Approve what the guard holds"
      verb="Approve"
      isDangerous={scope !== 'once'}
      isPossible={scope !== 'until' || until !== ''}
      act={(reason) =>
        client.approvals.approve(approval.id, {
          scope,
          reason,
          ...(scope === 'until' ? { until: new Date(until).toISOString() } : {}),
        })
      }
      onDone={onClose}
      onClose={onClose}
    >
      <p>{effectText(approval)}. The swap quotes again, and is judged anew.</p>
      <label>
        For{' '}
        <select
          value={scope}
          disabled={isOnceOnly}
          onChange={(event) => setScope(event.currentTarget.value as Scope)}
        >
          <option value="once">this swap only</option>
          <option value="until">every swap, until a date</option>
          <option value="permanent">every swap, until it is revoked</option>
        </select>
      </label>
      {scope === 'until' ? (
        <label>
          Until{' '}
          <input
            type="datetime-local"
            value={until}
            required
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </label>
      ) : null}
    </ActDialog>
  );
}

function EndDialog({ approval, act, onClose }: DialogProps & { act: 'reject' | 'revoke' }) {
  const { client } = useSession();
  const { title, verb, effect } = {
    reject: {
      title: 'Reject what the guard holds',
      verb: 'Reject',
      effect: 'The swap fails, with nothing paid. If it has paid before, it waits for a person.',
    },
    revoke: {
      title: 'Revoke what was admitted',
      verb: 'Revoke',
      effect: 'From now on the guard holds what needs it. What is signed already is followed.',
    },
  }[act];
  return (
    <ActDialog
      title={title}
      verb={verb}
      isDangerous
      act={(reason) => client.approvals[act](approval.id, { reason })}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {itemText(approval)}. {effect}
      </p>
    </ActDialog>
  );
}

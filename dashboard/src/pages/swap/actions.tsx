import type { Swap, SwapRecord } from 'ferryman-client';
import { useState } from 'react';
import { useMay } from '../../session/session.ts';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { EditDialog } from './edit/edit-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { RetryDialog } from './retry-dialog.tsx';

type Open = 'retry' | 'edit' | 'cancel' | 'resolve' | 'acknowledge';

/** What this person may do about the swap now. The safe act is the filled button. */
export function Actions({ swap, record }: { swap: Swap; record: SwapRecord }) {
  const maySubmit = useMay('submit');
  const mayApprove = useMay('approve');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { retry, replace, cancel, action } = record.money;
  const isReviewed = swap.state === 'needs_review';
  if (!maySubmit && !mayApprove)
    return <p className="hint">Your key can look, and do nothing about it.</p>;
  return (
    <>
      <p className="actions">
        {maySubmit && action.kind !== 'none' ? (
          <button
            type="button"
            className={action.kind === 'retry' ? 'primary' : undefined}
            onClick={() => setOpen('retry')}
          >
            {retry.allowed ? 'Retry…' : 'Reconcile…'}
          </button>
        ) : null}
        {maySubmit && replace.allowed ? (
          <button type="button" onClick={() => setOpen('edit')}>
            Edit and create a new swap…
          </button>
        ) : null}
        {mayApprove && isReviewed && swap.endedAs !== undefined ? (
          <button type="button" className="primary" onClick={() => setOpen('acknowledge')}>
            Acknowledge…
          </button>
        ) : null}
        {mayApprove && isReviewed ? (
          <button
            type="button"
            className={action.kind === 'resolve' ? 'primary' : undefined}
            onClick={() => setOpen('resolve')}
          >
            Resolve…
          </button>
        ) : null}
        {maySubmit && cancel.allowed ? (
          <button type="button" className="danger" onClick={() => setOpen('cancel')}>
            Cancel…
          </button>
        ) : null}
      </p>
      {open === 'retry' ? <RetryDialog swap={swap} onClose={close} /> : null}
      {open === 'edit' ? <EditDialog swap={swap} onClose={close} /> : null}
      {open === 'cancel' ? <CancelDialog swap={swap} as={cancel.as} onClose={close} /> : null}
      {open === 'resolve' ? <ResolveDialog swap={swap} onClose={close} /> : null}
      {open === 'acknowledge' ? <AcknowledgeDialog swap={swap} onClose={close} /> : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Swap } from 'ferryman-client';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.ts';
import { OfferTable } from './offer-table.tsx';
import { retryText } from './retry-text.ts';

/**
 * Before anything was sent a retry is a new quote, which is shown beside the old one with what the
 * guard says of it. Afterwards nothing new is signed, and the dialog names the proof that is missing.
 */
export function RetryDialog({ swap, onClose }: { swap: Swap; onClose(): void }) {
  const { client } = useSession();
  const navigate = useNavigate();
  const { data, error, isPending } = useQuery({
    queryKey: ['retry', swap.id, swap.version],
    queryFn: ({ signal }) => client.swaps.dryRunRetry(swap.id, { signal }),
    // Each reading asks the routing service: only the dialog's opening does.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isPending)
    return (
      <Dialog title="Retry" onClose={onClose}>
        <p role="status">Asking for a new quote, and for the guard's verdict…</p>
      </Dialog>
    );
  if (!data)
    return (
      <Dialog title="Retry" onClose={onClose}>
        <Problem error={error} />
      </Dialog>
    );
  const { retry, where } = data.record.money;
  const hasLanded = retry.code === 'PAYMENT_LANDED';
  if (!retry.allowed)
    return (
      <Dialog title="Reconcile: a retry is not safe" onClose={onClose}>
        <p className="where">{where}</p>
        <p>
          {retryText(retry, swap)}
          {hasLanded ? null : ' Ferryman keeps looking for the proof by itself.'}
        </p>
        <dl className="facts">
          <dt>{hasLanded ? 'Why' : 'Missing'}</dt>
          <dd>
            {retry.message} <code className="quiet">{retry.code}</code>
          </dd>
        </dl>
      </Dialog>
    );
  const isAllowed = data.preview?.verdict !== 'refused';
  return (
    <ActDialog
      title={
        retry.as === 'new_swap' ? 'Retry as a new swap of the same job' : 'Retry with a new order'
      }
      verb="Retry"
      act={(reason) => client.swaps.retry(swap.id, { reason })}
      onDone={({ swap: next }) => {
        onClose();
        void navigate({ to: '/swaps/$id', params: { id: next.id } });
      }}
      onClose={onClose}
    >
      <p>{where}</p>
      {data.preview ? <OfferTable swap={swap} preview={data.preview} /> : null}
      {isAllowed ? null : (
        <p className="problem">
          As things are, the new transaction would be refused: {data.preview?.reason?.message}. The
          retry then fails again, and signs nothing.
        </p>
      )}
    </ActDialog>
  );
}

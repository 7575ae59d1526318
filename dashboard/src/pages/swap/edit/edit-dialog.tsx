import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Job, Preview, Swap } from 'ferryman-client';
import { useState } from 'react';
import { ActDialog } from '../../../parts/act-dialog.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { useChains } from '../../../parts/use-chains.ts';
import { useSession } from '../../../session/session.ts';
import { OfferTable } from '../offer-table.tsx';
import { JobChanges } from './job-changes.tsx';
import { draftFrom, draftOf, hasPlainMetadata, type JobDraft, jobOf } from './job-draft.ts';
import { JobFields } from './job-fields.tsx';

const title = 'Edit and create a new swap';

/** A job that was tried, and what the service said of it. */
interface Tried {
  draft: JobDraft;
  job: Job;
  preview: Preview;
  /** Of the act: however often it is sent, it makes one swap. */
  idempotencyKey: string;
}

/**
 * Puts an edited job in the place of a swap that has ended unpaid. First the service says what the
 * job would do; it creates the new swap only after that has been read.
 */
export function EditDialog({ swap, onClose }: { swap: Swap; onClose(): void }) {
  const chains = useChains();
  const coin = chains.data?.chains.find(({ name }) => name === swap.from.chain)?.nativeToken;
  if (!chains.data)
    return (
      <Dialog title={title} onClose={onClose}>
        {chains.error ? <Problem error={chains.error} /> : <p role="status">Reading the chains…</p>}
      </Dialog>
    );
  if (!coin)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>The chain {swap.from.chain} is not configured any more.</p>
      </Dialog>
    );
  return <Editor swap={swap} coin={coin} onClose={onClose} />;
}

interface EditorProps {
  swap: Swap;
  coin: { symbol: string; decimals: number };
  onClose(): void;
}

function Editor({ swap, coin, onClose }: EditorProps) {
  const { client } = useSession();
  const navigate = useNavigate();
  const [before] = useState(() => draftOf(swap, coin.decimals, Date.now()));
  const [draft, setDraft] = useState(before);
  const [tried, setTried] = useState<Tried>();
  const trying = useMutation({
    mutationFn: async (wanted: JobDraft): Promise<Tried> => {
      const job = jobOf(wanted, swap);
      const { preview } = await client.swaps.dryRun(job);
      return { draft: wanted, job, preview, idempotencyKey: crypto.randomUUID() };
    },
    onSuccess: setTried,
  });
  if (!tried)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>
          The new swap takes the place of this one, which is never tried again. Nothing of this one
          was paid.
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = draftFrom(new FormData(event.currentTarget), before);
            setDraft(wanted);
            trying.mutate(wanted);
          }}
        >
          <JobFields
            draft={draft}
            symbols={{ from: swap.from.symbol, to: swap.to.symbol, coin: coin.symbol }}
            editsMetadata={hasPlainMetadata(swap)}
          />
          {trying.error ? <Problem error={trying.error} /> : null}
          <footer>
            <button type="button" onClick={onClose}>
              Close
            </button>
            <button type="submit" className="primary" disabled={trying.isPending}>
              {trying.isPending ? 'Asking for a quote…' : 'Try it without signing'}
            </button>
          </footer>
        </form>
      </Dialog>
    );
  const { job, preview, idempotencyKey } = tried;
  return (
    <ActDialog
      title={title}
      verb="Create the new swap"
      act={(reason) => client.swaps.create({ ...job, reason }, { idempotencyKey })}
      onDone={({ swap: next }) => {
        onClose();
        void navigate({ to: '/swaps/$id', params: { id: next.id } });
      }}
      onClose={onClose}
    >
      <JobChanges before={before} now={tried.draft} />
      <OfferTable swap={swap} preview={preview} />
      {preview.verdict === 'refused' ? (
        <p className="problem">
          As things are, this job would be refused: {preview.reason?.message}. It then signs
          nothing.
        </p>
      ) : null}
      <p>
        <button type="button" onClick={() => setTried(undefined)}>
          Change it again
        </button>
      </p>
    </ActDialog>
  );
}

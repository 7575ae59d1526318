import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isFerrymanError } from 'ferryman-client';
import { useState } from 'react';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { durationText } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';
import { filterText } from '../swaps/filter-chips.tsx';
import { apiFilter, type BulkKind, hasFilter, type SwapFilter } from '../swaps/swap-filter.ts';
import { PreviewFacts } from './bulk-preview.tsx';

const verbs = { retry: 'Retry', cancel: 'Cancel' } as const;

const effects = {
  retry:
    'A worker judges each swap again when its turn comes, the oldest first. It makes new orders, and the guard judges each of them.',
  cancel:
    'A worker asks for the end of each swap, the oldest first. Of a swap that may have been sent, the chain decides.',
} as const;

interface BulkDialogProps {
  action: BulkKind;
  filter: SwapFilter;
  onClose(): void;
}

/** Shows what a bulk action would do. Nothing is done before the person has seen it. */
export function BulkDialog({ action, filter, onClose }: BulkDialogProps) {
  const { client } = useSession();
  const navigate = useNavigate();
  const [rate, setRate] = useState('60');
  const ratePerMinute = /^\d{1,4}$/.test(rate) ? Number(rate) : 0;
  const isRate = ratePerMinute >= 1 && ratePerMinute <= 6_000;
  const request = { action, filter: apiFilter(filter) };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['bulk-preview', action, filter],
    queryFn: async ({ signal }) => {
      const answer = await client.bulkActions.create(
        { ...request, reason: 'dry run', ratePerMinute: 60, dryRun: true },
        { signal },
      );
      if (!('matched' in answer)) throw new Error('the service did not answer with a dry run');
      return answer;
    },
    enabled: hasFilter(filter),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { followsEvents: false },
  });
  const preview = isFetching ? undefined : data;
  const count = preview?.eligible.count ?? 0;
  const isPossible = preview !== undefined && count > 0 && isRate;
  return (
    <ActDialog
      title={`${verbs[action]} many swaps`}
      verb={`${verbs[action]} ${count} swaps`}
      isDangerous
      isPossible={isPossible}
      act={async (reason) => {
        const answer = await client.bulkActions
          .create({
            ...request,
            reason,
            ratePerMinute,
            expected: preview?.matched ?? 0,
            dryRun: false,
          })
          .catch((cause: unknown) => {
            if (isFerrymanError(cause, 'BULK_ACTION_GREW')) void refetch();
            throw cause;
          });
        if (!('bulkAction' in answer)) throw new Error('the service only made a dry run');
        return answer.bulkAction.id;
      }}
      onDone={(id) => void navigate({ to: '/bulk/$id', params: { id } })}
      onClose={onClose}
    >
      <p className="quiet">{filterText(filter)}</p>
      {hasFilter(filter) ? null : <p>Set a filter first. A bulk action never takes every swap.</p>}
      {isFetching ? <p role="status">The service judges each swap…</p> : null}
      {error ? <Problem error={error} /> : null}
      {preview ? (
        <>
          <PreviewFacts preview={preview} />
          {count > 0 ? (
            <div className="bulk-terms">
              <p>{effects[action]}</p>
              <label>
                Swaps a minute
                <input
                  inputMode="numeric"
                  value={rate}
                  onChange={({ target }) => setRate(target.value.trim())}
                />
              </label>
              <p className="hint">
                {isRate
                  ? `It takes about ${durationText(Math.ceil((count / ratePerMinute) * 60))}. It can be paused and aborted.`
                  : 'Give a whole number from 1 to 6000.'}
              </p>
            </div>
          ) : (
            <p>None of these swaps can be {action === 'retry' ? 'retried' : 'cancelled'} now.</p>
          )}
        </>
      ) : null}
    </ActDialog>
  );
}

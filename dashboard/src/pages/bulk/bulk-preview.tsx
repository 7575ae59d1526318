import type { BulkPreview } from 'ferryman-client';
import { SwapLink } from '../../parts/swap-link.tsx';

const shownIds = 20;

/** What a bulk action would do now. */
export function PreviewFacts({ preview }: { preview: BulkPreview }) {
  const { action, matched, judged, eligible, skipped, may_have_sent: sent } = preview;
  const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="bulk-preview">
      <dl className="facts">
        <dt>Matched</dt>
        <dd>{matched}</dd>
        {judged < matched ? (
          <>
            <dt>Judged so far</dt>
            <dd>{judged}, the oldest first. The numbers below are of these.</dd>
          </>
        ) : null}
        <dt>Eligible</dt>
        <dd>
          <b>{eligible.count}</b> <SwapLinks ids={eligible.samples} of={eligible.count} />
        </dd>
        <dt>Skipped</dt>
        <dd>{skippedCount}</dd>
        <dt>May have been sent</dt>
        <dd className={sent.count > 0 ? 'tone-bad' : undefined}>{sent.count}</dd>
      </dl>
      {skipped.length > 0 ? (
        <>
          <h3>Why swaps are skipped</h3>
          <ul className="bulk-reasons">
            {skipped.map(({ code, message, count, samples }) => (
              <li key={code}>
                <b>{count}</b> <code>{code}</code> {message} <SwapLinks ids={samples} of={count} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {sent.count > 0 ? (
        <details>
          <summary>
            {sent.count} may have been sent.{' '}
            {action === 'retry'
              ? 'A retry skips them.'
              : 'Their cancel is a request: the chain decides.'}
          </summary>
          <SwapLinks ids={sent.swaps} of={sent.count} limit={200} />
        </details>
      ) : null}
    </div>
  );
}

function SwapLinks({
  ids,
  of,
  limit = shownIds,
}: {
  ids: readonly string[];
  of: number;
  limit?: number;
}) {
  const shown = ids.slice(0, limit);
  return (
    <span className="swap-links">
      {shown.map((id) => (
        <SwapLink key={id} id={id} />
      ))}
      {of > shown.length ? <span className="quiet">and {of - shown.length} more</span> : null}
    </span>
  );
}

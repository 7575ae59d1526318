import type { BulkAction } from 'ferryman-client';
import { durationText } from '../../parts/time.tsx';

/** How far a bulk action is: a bar, and its numbers. */
export function BulkProgress({ action, isShort }: { action: BulkAction; isShort?: boolean }) {
  const { total, done, skipped, failed, remaining, state, ratePerMinute } = action;
  const judged = total - remaining;
  const isOpen = remaining > 0 && state === 'running';
  return (
    <div className="bulk-progress">
      <progress value={judged} max={Math.max(1, total)} aria-label="Progress">
        {judged} of {total}
      </progress>
      <p>
        <b>{judged}</b> of {total}
        {isShort ? null : (
          <>
            {' '}
            · <span className="tone-good">{done} done</span> · {skipped} skipped ·{' '}
            <span className={failed > 0 ? 'tone-bad' : undefined}>{failed} failed</span> ·{' '}
            {remaining} remaining
            {isOpen
              ? `, at most ${durationText(Math.ceil((remaining / ratePerMinute) * 60))} at ${ratePerMinute} a minute`
              : ''}
          </>
        )}
      </p>
    </div>
  );
}

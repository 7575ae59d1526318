import type { BulkAction } from 'ferryman-client';

const tones = {
  running: 'running',
  paused: 'person',
  aborted: 'quiet',
  finished: 'good',
} as const satisfies Record<BulkAction['state'], string>;

export function BulkState({ state }: { state: BulkAction['state'] }) {
  return <span className={`label tone-${tones[state]}`}>{state}</span>;
}

export function bulkTitle({ action, total }: Pick<BulkAction, 'action' | 'total'>): string {
  const swaps = total === 1 ? '1 swap' : `${total} swaps`;
  return action === 'retry' ? `Retry of ${swaps}` : `Cancel of ${swaps}`;
}

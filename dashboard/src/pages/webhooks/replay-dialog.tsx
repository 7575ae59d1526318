import { useState } from 'react';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useSession } from '../../session/session.ts';

const spans = { 'last hour': 3_600, 'last day': 86_400, 'last week': 604_800 } as const;
type Span = keyof typeof spans;

/** Sends all deliveries of some time again. */
export function ReplayDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { client } = useSession();
  const [span, setSpan] = useState<Span>('last hour');
  return (
    <ActDialog
      title="Replay deliveries"
      verb="Send again"
      asksReason={false}
      act={() => client.webhooks.replay(id, { since: since(span) })}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        All deliveries that were made in this time are sent again, under their ids, also those that
        got through.
      </p>
      <label>
        Time
        <select value={span} onChange={(event) => setSpan(event.target.value as Span)}>
          {Object.keys(spans).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </ActDialog>
  );
}

function since(span: Span): string {
  return new Date(Date.now() - spans[span] * 1_000).toISOString();
}

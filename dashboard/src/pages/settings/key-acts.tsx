import type { ApiKey, NewApiKey } from 'ferryman-client';
import { useState } from 'react';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useSession } from '../../session/session.ts';

const overlaps = { 'at once': 0, 'an hour later': 3_600, 'a day later': 86_400 } as const;
type Overlap = keyof typeof overlaps;

/** Replaces or revokes a key. */
export function KeyActs({
  apiKey: { id, name },
  onMade,
}: {
  apiKey: ApiKey;
  onMade(made: NewApiKey): void;
}) {
  const { client, keyId } = useSession();
  const [open, setOpen] = useState<'rotate' | 'revoke'>();
  const [overlap, setOverlap] = useState<Overlap>('an hour later');
  const close = () => setOpen(undefined);
  const title = name ?? id;
  const isOwn = id === keyId ? <p className="problem">You are signed in by this key.</p> : null;
  return (
    <span className="acts">
      <button
        type="button"
        className="small"
        aria-label={`Rotate ${title}`}
        onClick={() => setOpen('rotate')}
      >
        Rotate…
      </button>
      <button
        type="button"
        className="small danger"
        aria-label={`Revoke ${title}`}
        onClick={() => setOpen('revoke')}
      >
        Revoke…
      </button>
      {open === 'rotate' ? (
        <ActDialog
          title={`Rotate ${title}`}
          verb="Rotate"
          asksReason={false}
          act={() => client.keys.rotate(id, { overlapSeconds: overlaps[overlap] })}
          onDone={(made) => {
            close();
            onMade(made);
          }}
          onClose={close}
        >
          <p>A new key with the same rights replaces it.</p>
          {isOwn}
          <label>
            The old key ends
            <select value={overlap} onChange={(event) => setOverlap(event.target.value as Overlap)}>
              {Object.keys(overlaps).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        </ActDialog>
      ) : null}
      {open === 'revoke' ? (
        <ActDialog
          title={`Revoke ${title}`}
          verb="Revoke"
          isDangerous
          asksReason={false}
          act={() => client.keys.revoke(id)}
          onDone={close}
          onClose={close}
        >
          <p>Programs and people with this key are refused at once. It cannot be brought back.</p>
          {isOwn}
        </ActDialog>
      ) : null}
    </span>
  );
}

import type { Swap } from 'ferryman-client';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { keysOf } from '../../parts/keys-of.ts';
import { useSession } from '../../session/session.ts';

const outcomes = {
  paid: 'The receiver got the money',
  refunded: 'The money came back',
  unpaid: 'Neither happened',
} as const;

type Outcome = keyof typeof outcomes;

/** A person says what became of the money. The service looks the evidence up before it believes it. */
export function ResolveDialog({ swap, onClose }: { swap: Swap; onClose(): void }) {
  const { client } = useSession();
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const resolve = (form: FormData) =>
    client.swaps.resolve(swap.id, {
      as: outcome,
      reason: String(form.get('reason')).trim(),
      version: swap.version,
      ...(outcome === 'unpaid' ? {} : { evidence: String(form.get('evidence')).trim() }),
    });
  return (
    <Dialog title="Resolve the review" onClose={onClose}>
      <DialogForm verb="Resolve" send={resolve} onDone={onClose} onClose={onClose}>
        <fieldset>
          <legend>What became of the money?</legend>
          {keysOf(outcomes).map((name) => (
            <label key={name} className="choice">
              <input
                type="radio"
                name="as"
                value={name}
                checked={outcome === name}
                onChange={() => setOutcome(name)}
              />{' '}
              {outcomes[name]}
            </label>
          ))}
        </fieldset>
        {outcome === 'unpaid' ? null : (
          <label>
            Transaction that brought it
            <input name="evidence" required maxLength={200} className="wide" />
          </label>
        )}
        <label>
          Reason
          <textarea name="reason" required rows={2} maxLength={500} />
        </label>
        <p className="hint">
          It signs nothing. The service looks for the evidence on the chain, and refuses what the
          chain contradicts. The audit log keeps the reason with your name.
        </p>
      </DialogForm>
    </Dialog>
  );
}

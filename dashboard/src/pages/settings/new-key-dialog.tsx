import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewApiKey } from 'ferryman-client';
import { Choices, chosen } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { LimitChoices } from '../../parts/limit-choices.tsx';
import { Problem } from '../../parts/problem.tsx';
import { type Mask, type Scope, useSession } from '../../session/session.ts';

const scopes: readonly Scope[] = ['view', 'submit', 'approve', 'admin'];
const masks: readonly Mask[] = ['addresses', 'metadata'];

interface NewKeyDialogProps {
  onMade(made: NewApiKey): void;
  onClose(): void;
}

export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const { client } = useSession();
  const queries = useQueryClient();
  const making = useMutation({
    mutationFn: (form: FormData) => client.keys.create(requestOf(form)),
    async onSuccess(made) {
      onMade(made);
      await queries.invalidateQueries();
    },
  });
  return (
    <Dialog title="New API key" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          making.mutate(new FormData(event.currentTarget));
        }}
      >
        <label>
          Name <span className="hint">who or what uses it</span>
          <input name="name" maxLength={100} />
        </label>
        <Choices
          legend="Scopes"
          hint="at least one; people need view to sign in"
          name="scopes"
          options={scopes}
        />
        <Choices
          legend="Does not see"
          hint="masks; only for keys with the scope view alone"
          name="masks"
          options={masks}
        />
        <LimitChoices />
        <p className="hint">Limits bind what a key submits and changes, not what it reads.</p>
        <label>
          Requests a minute <span className="hint">empty: as the service sets for all keys</span>
          <input name="rate" type="number" min={1} max={100_000} step={1} />
        </label>
        <label>
          Expires <span className="hint">at the start of this day, UTC; empty: never</span>
          <input name="expires" type="date" />
        </label>
        {making.error ? <Problem error={making.error} /> : null}
        <footer>
          <button type="button" onClick={onClose}>
            Close
          </button>
          <button type="submit" className="primary" disabled={making.isPending}>
            Make the key
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function requestOf(form: FormData) {
  const [name, rate, expires] = ['name', 'rate', 'expires'].map((field) =>
    String(form.get(field)).trim(),
  );
  const [wallets, chains] = [chosen(form, 'wallets'), chosen(form, 'chains')];
  const hidden = masks.filter((mask) => chosen(form, 'masks')?.includes(mask));
  return {
    scopes: scopes.filter((scope) => chosen(form, 'scopes')?.includes(scope)),
    ...(name ? { name } : {}),
    ...(wallets ? { wallets } : {}),
    ...(chains ? { chains } : {}),
    ...(hidden.length > 0 ? { masks: hidden } : {}),
    ...(rate ? { requestsPerMinute: Number(rate) } : {}),
    ...(expires ? { expiresAt: `${expires}T00:00:00Z` } : {}),
  };
}

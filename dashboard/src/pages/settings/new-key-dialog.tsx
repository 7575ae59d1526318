import type { NewApiKey } from 'ferryman-client';
import { Choices, chosen } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { keysOf } from '../../parts/keys-of.ts';
import { LimitChoices } from '../../parts/limit-choices.tsx';
import { type Mask, type Scope, useSession } from '../../session/session.ts';

const scopes = keysOf<Scope>({ view: true, submit: true, approve: true, admin: true });
const masks = keysOf<Mask>({ addresses: true, metadata: true });

interface NewKeyDialogProps {
  onMade(made: NewApiKey): void;
  onClose(): void;
}

export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const { client } = useSession();
  return (
    <Dialog title="New API key" onClose={onClose}>
      <DialogForm
        verb="Make the key"
        send={(form) => client.keys.create(requestOf(form))}
        onDone={onMade}
        onClose={onClose}
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
      </DialogForm>
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

import type { NewWebhook } from 'ferryman-client';
import { Choices, chosen } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { LimitChoices } from '../../parts/limit-choices.tsx';
import { useSession } from '../../session/session.ts';
import { type Topic, topics } from './topics.ts';

interface NewWebhookDialogProps {
  onMade(made: NewWebhook): void;
  onClose(): void;
}

export function NewWebhookDialog({ onMade, onClose }: NewWebhookDialogProps) {
  const { client } = useSession();
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <DialogForm
        verb="Make the webhook"
        send={(form) => client.webhooks.create(requestOf(form))}
        onDone={onMade}
        onClose={onClose}
      >
        <label>
          Address
          <input name="url" type="url" required placeholder="https://…" maxLength={2_000} />
        </label>
        <label>
          Name <span className="hint">what you call it</span>
          <input name="name" maxLength={100} />
        </label>
        <label>
          Form
          <select name="form" defaultValue="standard">
            <option value="standard">standard: signed JSON for programs</option>
            <option value="slack">slack: a text for people</option>
          </select>
        </label>
        <Choices
          legend="Topics"
          hint="none ticked: what needs a person; for programs also all ends of swaps"
          name="topics"
          options={topics}
        />
        <LimitChoices />
      </DialogForm>
    </Dialog>
  );
}

function requestOf(form: FormData) {
  const name = String(form.get('name')).trim();
  const [wallets, chains] = [chosen(form, 'wallets'), chosen(form, 'chains')];
  const ticked = topics.filter((topic) => chosen(form, 'topics')?.includes(topic));
  return {
    url: String(form.get('url')).trim(),
    form: form.get('form') === 'slack' ? ('slack' as const) : ('standard' as const),
    ...(name === '' ? {} : { name }),
    ...(ticked.length === 0 ? {} : { topics: ticked satisfies Topic[] }),
    ...(wallets ? { wallets } : {}),
    ...(chains ? { chains } : {}),
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { NewWebhook, Webhook } from 'ferryman-client';
import { useState } from 'react';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type Act = 'disable' | 'enable' | 'rotate' | 'replay' | 'delete';

/** What an administrator can do with a webhook. */
export function WebhookActs({ webhook }: { webhook: Webhook }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, enabled } = webhook;
  const [open, setOpen] = useState<Act | NewWebhook>();
  const close = () => setOpen(undefined);
  const test = useMutation({
    mutationFn: () => client.webhooks.test(id),
    onSuccess: () => queries.invalidateQueries(),
  });
  const shared = { onClose: close, onDone: close };
  return (
    <section aria-label="Acts">
      <p className="actions">
        {enabled ? (
          <>
            <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
              Send a test
            </button>
            <Opener act="replay" text="Replay…" onOpen={setOpen} />
          </>
        ) : null}
        <Opener act="rotate" text="Rotate the secret…" onOpen={setOpen} />
        {enabled ? (
          <Opener act="disable" text="Disable…" onOpen={setOpen} isDangerous />
        ) : (
          <Opener act="enable" text="Enable…" onOpen={setOpen} />
        )}
        <Opener act="delete" text="Delete…" onOpen={setOpen} isDangerous />
      </p>
      <p role="status">
        {test.data ? 'The test message is in the list below, with what was answered.' : ''}
      </p>
      {test.error ? <Problem error={test.error} /> : null}
      {open === 'replay' ? <ReplayDialog id={id} onClose={close} /> : null}
      {open === 'disable' ? (
        <ActDialog
          title="Disable the webhook"
          verb="Disable"
          isDangerous
          act={(reason) => client.webhooks.disable(id, { reason })}
          {...shared}
        >
          <p>Nothing is sent any more. What happens meanwhile is never sent to it.</p>
        </ActDialog>
      ) : null}
      {open === 'enable' ? (
        <ActDialog
          title="Enable the webhook"
          verb="Enable"
          asksReason={false}
          act={() => client.webhooks.enable(id)}
          {...shared}
        >
          <p>
            What happens from now on is sent, and what was waiting. What happened while it was
            disabled is in the feed of events only.
          </p>
        </ActDialog>
      ) : null}
      {open === 'rotate' ? (
        <ActDialog
          title="Rotate the secret"
          verb="Rotate"
          asksReason={false}
          act={() => client.webhooks.rotate(id)}
          onClose={close}
          onDone={setOpen}
        >
          <p>The old secret signs too for a day, so that the receiver can change in between.</p>
        </ActDialog>
      ) : null}
      {open === 'delete' ? (
        <ActDialog
          title="Delete the webhook"
          verb="Delete"
          isDangerous
          asksReason={false}
          act={async () => {
            await client.webhooks.delete(id);
            // First: this page would ask for a webhook that is gone.
            await navigate({ to: '/webhooks' });
          }}
          onClose={close}
          onDone={close}
        >
          <p>It cannot be brought back. A new one has another id and another secret.</p>
        </ActDialog>
      ) : null}
      {typeof open === 'object' ? <WebhookSecret made={open} onClose={close} /> : null}
    </section>
  );
}

interface OpenerProps {
  act: Act;
  text: string;
  isDangerous?: boolean;
  onOpen(act: Act): void;
}

function Opener({ act, text, isDangerous, onOpen }: OpenerProps) {
  return (
    <button type="button" className={isDangerous ? 'danger' : ''} onClick={() => onOpen(act)}>
      {text}
    </button>
  );
}

import type { NewWebhook } from 'ferryman-client';
import { useState } from 'react';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

export function NewWebhookButton() {
  const [open, setOpen] = useState<'form' | NewWebhook>();
  const close = () => setOpen(undefined);
  return (
    <>
      <button type="button" onClick={() => setOpen('form')}>
        New webhook…
      </button>
      {open === 'form' ? <NewWebhookDialog onMade={setOpen} onClose={close} /> : null}
      {typeof open === 'object' ? <WebhookSecret made={open} onClose={close} /> : null}
    </>
  );
}

import type { NewWebhook } from 'ferryman-client';
import { SecretDialog } from '../../parts/secret-dialog.tsx';

export function WebhookSecret({ made, onClose }: { made: NewWebhook; onClose(): void }) {
  return (
    <SecretDialog
      title={`The secret of ${made.webhook.name ?? made.webhook.id}`}
      secret={made.secret}
      hint="The receiver verifies the signatures of messages with it."
      onClose={onClose}
    />
  );
}

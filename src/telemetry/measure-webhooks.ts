import type { Metrics } from '../ports/metrics.ts';
import type { WebhookStore } from '../ports/stores/webhook-store.ts';

/** Wraps a journal: counts the attempts of deliveries that it records, by what follows. */
export function measureWebhooks<Stores extends Pick<WebhookStore, 'recordAttempt'>>(
  journal: Stores,
  metrics: Pick<Metrics, 'webhookAttempted'>,
): Stores {
  const recordAttempt: WebhookStore['recordAttempt'] = async (attempt) => {
    const isRecorded = await journal.recordAttempt(attempt);
    if (isRecorded) metrics.webhookAttempted(attempt.next.kind);
    return isRecorded;
  };
  return { ...journal, recordAttempt };
}

import { Counter, Gauge, type Registry } from 'prom-client';
import type { Metrics } from '../ports/metrics.ts';
import type { Backlog } from '../ports/stores/health-store.ts';

const outcomes = ['delivered', 'retry', 'failed'] as const;

/** Gauges of webhooks and what waits for them, as read at each scrape; a counter of attempts. */
export function watchWebhooks(registry: Registry) {
  const registers = [registry];
  const webhooks = new Gauge({
    name: 'ferryman_webhooks',
    help: 'Webhooks; state is enabled or disabled. Nothing is sent to a disabled one.',
    labelNames: ['state'],
    registers,
  });
  const pending = new Gauge({
    name: 'ferryman_webhook_pending_deliveries',
    help: 'Deliveries to enabled webhooks that wait for their first attempt, or for another one.',
    registers,
  });
  const oldest = new Gauge({
    name: 'ferryman_webhook_oldest_pending_seconds',
    help: 'How long the oldest pending delivery to an enabled webhook has waited since it was written or replayed; 0 if there is none.',
    registers,
  });
  const attempts = new Counter({
    name: 'ferryman_webhook_attempts_total',
    help: 'Attempts to deliver, by what follows: delivered, retry, or failed: the delivery is given up.',
    labelNames: ['outcome'],
    registers,
  });
  // A rate needs the 0 before the first one.
  for (const outcome of outcomes) attempts.inc({ outcome }, 0);

  return {
    show({ webhooks: { enabled, disabled }, pendingDeliveries, oldestPending }: Backlog): void {
      webhooks.set({ state: 'enabled' }, enabled);
      webhooks.set({ state: 'disabled' }, disabled);
      pending.set(pendingDeliveries);
      oldest.set(Math.round(oldestPending) / 1_000);
    },
    /** Stale numbers would look current. */
    forget(): void {
      webhooks.reset();
      pending.remove();
      oldest.remove();
    },
    attempted: ((outcome) => attempts.inc({ outcome })) satisfies Metrics['webhookAttempted'],
  };
}

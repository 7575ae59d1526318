import { randomUUID } from 'node:crypto';
import { type Logger, pino } from 'pino';
import { defaultPolicy } from '../../../src/core/decide/policy.ts';
import type { OutageLog } from '../../../src/errors/outage-log.ts';
import { createSignals } from '../../../src/executor/signals.ts';
import { createWebhook, newWebhookId } from '../../../src/executor/webhooks/manage-webhooks.ts';
import {
  startDelivering,
  type WebhookTools,
} from '../../../src/executor/webhooks/start-delivering.ts';
import { createWebhookSender } from '../../../src/http/create-webhook-sender.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Journal } from '../../../src/ports/journal.ts';
import type { NewWebhook } from '../../../src/ports/stores/webhook-store.ts';
import type { SendWebhook, WebhookPolicy } from '../../../src/ports/webhook-sender.ts';
import { sealer } from '../../support/intake-keys.ts';
import { noOutages } from '../../support/no-outages.ts';

interface DelivererOptions {
  policy?: WebhookPolicy;
  send?: SendWebhook;
  chains?: ReadonlyMap<string, unknown>;
  sealer?: WebhookTools['sealer'];
  outages?: OutageLog;
  logger?: Pick<Logger, 'warn' | 'info' | 'error'>;
  clock?: Clock;
  /** Default: another process takes over at once. */
  deadAfter?: number;
}

/** A process that sends webhooks, as its heartbeat starts it. */
export function startDeliverer(
  journal: Journal,
  {
    policy = { allowedHosts: ['127.0.0.1'] },
    send,
    chains = new Map(),
    sealer: given = sealer,
    outages = noOutages,
    logger = pino({ level: 'silent' }),
    clock = { now: Date.now },
    deadAfter = 200,
  }: DelivererOptions = {},
) {
  const signals = createSignals();
  const sender = createWebhookSender(policy);
  const stop = startDelivering(
    {
      journal,
      signals,
      chains,
      holder: randomUUID(),
      policy: { ...defaultPolicy, deadAfter },
      clock,
      logger,
      outages,
    } as never,
    { send: send ?? sender, sealer: given },
  );
  signals.webhooks.announce(true);
  return {
    signals,
    async stop() {
      await stop();
      await sender.close();
    },
  };
}

/** A webhook of what happens from now on. */
export async function makeWebhook(
  journal: Journal,
  url: string,
  change: Partial<NewWebhook> = {},
): Promise<{ id: string; secret: string }> {
  const id = newWebhookId();
  const webhook = {
    id,
    url,
    form: 'standard' as const,
    topics: ['swap.event'],
    createdBy: 'a test',
  };
  return { id, secret: await createWebhook({ journal, sealer }, { ...webhook, ...change }) };
}

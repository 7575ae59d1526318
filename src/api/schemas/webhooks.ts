import { z } from 'zod';
import { deliveryStates, webhookForms } from '../../ports/stores/webhook-store.ts';
import { named, nextCursor, time } from './common.ts';

const webhook = named(
  'Webhook',
  z.object({
    id: z.string(),
    name: z.string().optional(),
    url: z.string(),
    form: z.enum(webhookForms),
    topics: z.array(z.string()),
    wallets: z.array(z.string()).optional().describe('Absent: all.'),
    chains: z.array(z.string()).optional().describe('Absent: all.'),
    enabled: z.boolean(),
    disabledReason: z.string().optional(),
    disabledAt: time.optional(),
    failingSince: time.optional().describe('The first failure since the last success.'),
    oldSecretUntil: time.optional().describe('Until then the replaced secret signs too.'),
    createdBy: z.string(),
    createdAt: time,
  }),
);
export const webhookAnswer = named('WebhookAnswer', z.object({ webhook }));
export const webhookList = named('WebhookList', z.object({ webhooks: z.array(webhook) }));
export const newWebhook = named(
  'NewWebhook',
  z.object({
    webhook,
    secret: z.string().describe('Verifies the signatures (`whsec_…`). It is shown this once.'),
  }),
);

const delivery = named(
  'Delivery',
  z.object({
    id: z.string().describe('The `webhook-id` of its messages.'),
    webhookId: z.string(),
    topic: z.string(),
    swapId: z.uuid().optional(),
    state: z.enum(deliveryStates),
    createdAt: time,
    nextTryAt: time.optional().describe('Of a pending one.'),
    attempts: z.array(
      z.object({
        attempt: z.int(),
        at: time,
        durationMs: z.int(),
        status: z.int().optional().describe('Of the answer. Absent: there was none.'),
        error: z.string().optional(),
      }),
    ),
  }),
  'One message to one webhook, and how often it was sent.',
);
export const deliveryList = named(
  'DeliveryList',
  z.object({ deliveries: z.array(delivery), nextCursor }),
);
export const replayAnswer = named(
  'ReplayAnswer',
  z.object({ replayed: z.int().describe('How many are sent again.') }),
);
export const testAnswer = named(
  'WebhookTest',
  z.object({ deliveryId: z.string().describe('The test message; its delivery shows the answer.') }),
);

import { z } from 'zod';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { requireUnlimited } from '../../executor/authorize.ts';
import { viewOf } from '../../executor/view-of.ts';
import { webhookOf } from '../../executor/webhooks/manage-webhooks.ts';
import { type Delivery, deliveryStates, type Webhook } from '../../ports/stores/webhook-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { pageOf } from '../page-of.ts';
import { limit, named, timeInput } from '../schemas/common.ts';
import { deliveryList, replayAnswer, testAnswer } from '../schemas/webhooks.ts';
import { swapParams } from './swaps.ts';
import { webhookParams } from './webhooks.ts';

const deliveryId = z
  .string()
  .regex(/^msg_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is no id of a delivery');

const replay = named(
  'Replay',
  z
    .strictObject(
      {
        deliveryId: deliveryId.optional().describe('One delivery.'),
        since: timeInput
          .refine((text) => Math.abs(Date.parse(text)) < 8e12, 'is too far away')
          .optional()
          .describe('All deliveries that were made since.'),
      },
      'is not a JSON object',
    )
    .refine(({ deliveryId: one, since }) => (one === undefined) !== (since === undefined), {
      message: 'give either deliveryId or since',
    }),
);

const deliveryCursor = z
  .string()
  .regex(/^\d{1,15}$/, 'is no cursor of a list')
  .transform(Number)
  .optional()
  .describe('`nextCursor` of the page before.');

/** What webhooks got or are to get. */
export function deliveryEndpoints({ journal }: Pick<ApiDependencies, 'journal'>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'listDeliveries',
      method: 'get',
      path: '/v1/webhooks/{id}/deliveries',
      group: 'events',
      scope: 'admin',
      summary: 'List the deliveries of a webhook and their attempts',
      params: webhookParams,
      query: z.strictObject({
        state: z.enum(deliveryStates, `is not one of ${deliveryStates.join(', ')}`).optional(),
        limit,
        cursor: deliveryCursor,
      }),
      answers: { 200: { description: 'A page, newest first.', schema: deliveryList } },
      async handle({ params: { id: webhookId }, query: { state, limit: wanted, cursor } }) {
        await webhookOf(journal, webhookId);
        const deliveries = await journal.listDeliveries({
          ...{ webhookId, state, before: cursor },
          limit: wanted + 1,
        });
        return { status: 200, body: deliveriesJson(deliveries, wanted) };
      },
    }),
    defineEndpoint({
      id: 'listSwapDeliveries',
      method: 'get',
      path: '/v1/swaps/{id}/deliveries',
      group: 'events',
      scope: 'admin',
      summary: 'List the deliveries about a swap, to all webhooks, and their attempts',
      params: swapParams,
      query: z.strictObject({ limit, cursor: deliveryCursor }),
      answers: { 200: { description: 'A page, newest first.', schema: deliveryList } },
      async handle({ params: { id }, query: { limit: wanted, cursor } }) {
        const { swap } = await viewOf(journal, id);
        const deliveries = await journal.listDeliveries({
          ...{ swapId: swap.id, before: cursor },
          limit: wanted + 1,
        });
        return { status: 200, body: deliveriesJson(deliveries, wanted) };
      },
    }),
    defineEndpoint({
      id: 'replayDeliveries',
      method: 'post',
      path: '/v1/webhooks/{id}/replay',
      group: 'events',
      scope: 'admin',
      summary: 'Send deliveries again, under their ids',
      description:
        'Deliveries that retention has removed are not sent again; their events are in the feed.',
      params: webhookParams,
      body: replay,
      bodyName: 'replay',
      answers: { 200: { description: 'How many are sent again.', schema: replayAnswer } },
      problems: ['WEBHOOK_DISABLED'],
      async handle({ params: { id: webhookId }, body, key, record }) {
        requireUnlimited(key);
        requireEnabled(await webhookOf(journal, webhookId));
        await record({ subject: `webhook ${webhookId}`, data: body });
        const replayed = await journal.replayDeliveries({
          webhookId,
          ...(body.deliveryId === undefined ? {} : { deliveryId: body.deliveryId.slice(4) }),
          ...(body.since === undefined ? {} : { since: Date.parse(body.since) }),
        });
        if (replayed === 0 && body.deliveryId !== undefined)
          throw new FerrymanError(
            'NOT_FOUND',
            `the webhook ${webhookId} has no delivery ${body.deliveryId}; if retention has removed it, its event is still in the feed`,
          );
        return { status: 200, body: { replayed } };
      },
    }),
    defineEndpoint({
      id: 'testWebhook',
      method: 'post',
      path: '/v1/webhooks/{id}/test',
      group: 'events',
      scope: 'admin',
      summary: 'Send a test message to a webhook',
      params: webhookParams,
      answers: { 201: { description: 'Its delivery.', schema: testAnswer } },
      problems: ['WEBHOOK_DISABLED'],
      async handle({ params: { id }, key, record }) {
        requireUnlimited(key);
        requireEnabled(await webhookOf(journal, id));
        await record({ subject: `webhook ${id}` });
        return { status: 201, body: { deliveryId: `msg_${await journal.insertTest(id)}` } };
      },
    }),
  ];
}

function requireEnabled({ id, enabled }: Webhook): void {
  if (!enabled) throw new FerrymanError('WEBHOOK_DISABLED', `the webhook ${id} is disabled`);
}

function deliveriesJson(found: readonly Delivery[], wanted: number) {
  const { page, next } = pageOf(found, wanted, ({ position }) => `${position}`);
  return { deliveries: page.map(deliveryJson), ...next };
}

function deliveryJson(delivery: Delivery) {
  const { id, webhookId, topic, swapId, state, createdAt, dueAt, attempts } = delivery;
  return {
    id: `msg_${id}`,
    webhookId,
    topic,
    ...(swapId === undefined ? {} : { swapId }),
    state,
    createdAt: iso(createdAt),
    ...(state === 'pending' ? { nextTryAt: iso(dueAt) } : {}),
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: iso(at) })),
  };
}

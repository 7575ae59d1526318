import { z } from 'zod';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { requireUnlimited } from '../../executor/authorize.ts';
import { topics } from '../../executor/feed/topics.ts';
import { requireKnownLimits } from '../../executor/name-faults.ts';
import { personNote } from '../../executor/person-note.ts';
import { defaultSlackTopics, defaultTopics } from '../../executor/webhooks/choose-deliveries.ts';
import {
  createWebhook,
  newWebhookId,
  rotateWebhookSecret,
  webhookOf,
} from '../../executor/webhooks/manage-webhooks.ts';
import { webhookUrlFault } from '../../http/create-webhook-sender.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import { type Webhook, webhookForms } from '../../ports/stores/webhook-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { named, plainText } from '../schemas/common.ts';
import { newWebhook, webhookAnswer, webhookList } from '../schemas/webhooks.ts';

export const webhookParams = z.object({
  id: z
    .string()
    .regex(/^wh_[0-9a-f]{12}$/, 'this is no id of a webhook')
    .describe('The id of a webhook.'),
});

const names = (what: string, longest: number) =>
  z
    .array(plainText(longest), 'is not a list of texts')
    .min(1, 'is empty')
    .max(64, 'has more than 64 members')
    .describe(`${what} whose events are sent.`);

const members = {
  name: plainText(100).describe('What you call it.'),
  url: plainText(2_000).describe('Where it is sent to: https, and a public address.'),
  topics: z
    .array(z.enum(topics, `is not one of ${topics.join(', ')}`), 'is not a list')
    .min(1, 'is empty')
    .max(topics.length, 'has more members than there are topics')
    .describe('What is sent. Default: ends of swaps, and what needs a person.'),
  wallets: names('Wallets', 66),
  chains: names('Chains', 64),
};

const webhookRequest = named(
  'WebhookRequest',
  z.strictObject(
    {
      name: members.name.optional(),
      url: members.url,
      form: z
        .enum(webhookForms, `is not one of ${webhookForms.join(', ')}`)
        .default('standard')
        .describe('`slack`: a text for people, as incoming webhooks of Slack take it.'),
      topics: members.topics.optional(),
      wallets: members.wallets.optional(),
      chains: members.chains.optional(),
    },
    'is not a JSON object',
  ),
);

const webhookChange = named(
  'WebhookChange',
  z.strictObject(
    {
      name: members.name.nullable().optional(),
      url: members.url.optional(),
      topics: members.topics.optional(),
      wallets: members.wallets.nullable().optional(),
      chains: members.chains.nullable().optional(),
    },
    'is not a JSON object',
  ),
  'Members that are absent stay. `null` removes a name or a limit. The form stays too, since a message has the same text at each attempt: make another webhook for the other form.',
);

const reason = named(
  'WebhookStop',
  z.strictObject({ reason: personNote('say why') }, 'is not a JSON object'),
);

/** More would be more work for each event than a reader expects. */
const maxWebhooks = 50;

/** A webhook of a mistyped name would never send. */
const unknownNames = 'the webhook has a name that does not exist';

/** Making and changing webhooks. */
export function webhookEndpoints(dependencies: ApiDependencies): Endpoint[] {
  const { journal, webhookPolicy: policy } = dependencies;
  const shown = async (id: string) => ({ webhook: webhookJson(await webhookOf(journal, id)) });
  const requireUrl = (url: string | undefined): void => {
    const fault = url === undefined ? undefined : webhookUrlFault(url, policy);
    if (fault !== undefined)
      throw new FerrymanError(
        'WEBHOOK_URL_REFUSED',
        `a webhook cannot go there: the URL ${fault}`,
        {
          faults: [{ pointer: '/url', message: fault }],
        },
      );
  };
  return [
    defineEndpoint({
      id: 'listWebhooks',
      method: 'get',
      path: '/v1/webhooks',
      group: 'events',
      scope: 'admin',
      summary: 'List webhooks',
      answers: { 200: { description: 'The webhooks, newest first.', schema: webhookList } },
      async handle({ key }) {
        const webhooks = await journal.listWebhooks();
        return { status: 200, body: { webhooks: webhooks.map((one) => shownTo(key, one)) } };
      },
    }),
    defineEndpoint({
      id: 'createWebhook',
      method: 'post',
      path: '/v1/webhooks',
      group: 'events',
      scope: 'admin',
      summary: 'Make a webhook',
      description: `It gets what happens from then on, within seconds, at least once. At most ${maxWebhooks}.`,
      body: webhookRequest,
      bodyName: 'webhook',
      answers: { 201: { description: 'The webhook, with its secret.', schema: newWebhook } },
      problems: ['WEBHOOK_URL_REFUSED', 'WEBHOOK_SECRET_MISSING'],
      async handle({ body, key, record }) {
        requireUnlimited(key);
        const { url, form, name, wallets, chains } = body;
        requireUrl(url);
        await requireKnownLimits(dependencies, body, unknownNames);
        if ((await journal.listWebhooks()).length >= maxWebhooks)
          throw new FerrymanError('INVALID_REQUEST', `there are ${maxWebhooks} webhooks already`);
        const id = newWebhookId();
        const chosen = body.topics ?? (form === 'slack' ? defaultSlackTopics : defaultTopics);
        await record({ subject: `webhook ${id}`, data: { ...body, url: hostOf(url) } });
        const secret = await createWebhook(dependencies, {
          ...{ id, url, form, topics: chosen, createdBy: `API key ${key.id}` },
          ...(name === undefined ? {} : { name }),
          ...(wallets === undefined ? {} : { wallets }),
          ...(chains === undefined ? {} : { chains }),
        });
        return { status: 201, body: { ...(await shown(id)), secret } };
      },
    }),
    defineEndpoint({
      id: 'getWebhook',
      method: 'get',
      path: '/v1/webhooks/{id}',
      group: 'events',
      scope: 'admin',
      summary: 'Read a webhook',
      params: webhookParams,
      answers: { 200: { description: 'The webhook.', schema: webhookAnswer } },
      async handle({ params: { id }, key }) {
        return { status: 200, body: { webhook: shownTo(key, await webhookOf(journal, id)) } };
      },
    }),
    defineEndpoint({
      id: 'changeWebhook',
      method: 'put',
      path: '/v1/webhooks/{id}',
      group: 'events',
      scope: 'admin',
      summary: 'Change a webhook',
      params: webhookParams,
      body: webhookChange,
      bodyName: 'change',
      answers: { 200: { description: 'The changed webhook.', schema: webhookAnswer } },
      problems: ['WEBHOOK_URL_REFUSED'],
      async handle({ params: { id }, body, key, record }) {
        requireUnlimited(key);
        await webhookOf(journal, id);
        requireUrl(body.url);
        await requireKnownLimits(dependencies, body, unknownNames);
        const { url, ...rest } = body;
        await record({
          subject: `webhook ${id}`,
          data: { ...rest, ...(url === undefined ? {} : { url: hostOf(url) }) },
        });
        await journal.changeWebhook(id, body);
        return { status: 200, body: await shown(id) };
      },
    }),
    defineEndpoint({
      id: 'disableWebhook',
      method: 'post',
      path: '/v1/webhooks/{id}/disable',
      group: 'events',
      scope: 'admin',
      summary: 'Send nothing to a webhook any more',
      params: webhookParams,
      body: reason,
      bodyName: 'reason',
      answers: { 200: { description: 'The disabled webhook.', schema: webhookAnswer } },
      async handle({ params: { id }, body, key, record }) {
        requireUnlimited(key);
        await webhookOf(journal, id);
        await record({ subject: `webhook ${id}`, reason: body.reason });
        await journal.disableWebhook(id, body.reason);
        return { status: 200, body: await shown(id) };
      },
    }),
    defineEndpoint({
      id: 'enableWebhook',
      method: 'post',
      path: '/v1/webhooks/{id}/enable',
      group: 'events',
      scope: 'admin',
      summary: 'Send to a webhook again',
      description:
        'What happens from now on is sent, and what was waiting. What happened while it was disabled is in the feed of events.',
      params: webhookParams,
      answers: { 200: { description: 'The webhook.', schema: webhookAnswer } },
      async handle({ params: { id }, key, record }) {
        requireUnlimited(key);
        await webhookOf(journal, id);
        await record({ subject: `webhook ${id}` });
        await journal.enableWebhook(id);
        return { status: 200, body: await shown(id) };
      },
    }),
    defineEndpoint({
      id: 'deleteWebhook',
      method: 'delete',
      path: '/v1/webhooks/{id}',
      group: 'events',
      scope: 'admin',
      summary: 'Delete a webhook',
      params: webhookParams,
      answers: { 200: { description: 'The webhook as it was.', schema: webhookAnswer } },
      async handle({ params: { id }, key, record }) {
        requireUnlimited(key);
        const body = await shown(id);
        await record({ subject: `webhook ${id}` });
        await journal.deleteWebhook(id);
        return { status: 200, body };
      },
    }),
    defineEndpoint({
      id: 'rotateWebhookSecret',
      method: 'post',
      path: '/v1/webhooks/{id}/rotate',
      group: 'events',
      scope: 'admin',
      summary: 'Replace the secret of a webhook',
      description: 'The old one signs too for a day, so that the receiver can change in between.',
      params: webhookParams,
      answers: { 201: { description: 'The webhook, with its new secret.', schema: newWebhook } },
      problems: ['WEBHOOK_SECRET_MISSING'],
      async handle({ params: { id }, key, record }) {
        requireUnlimited(key);
        await webhookOf(journal, id);
        await record({ subject: `webhook ${id}` });
        const secret = await rotateWebhookSecret(dependencies, id);
        return { status: 201, body: { ...(await shown(id)), secret } };
      },
    }),
  ];
}

/** The path of a webhook's URL may be a secret, as Slack's is. */
function hostOf(url: string): string {
  return new URL(url).host;
}

/** A key with limits may not change a webhook, so it does not see what lets others post there. */
function shownTo(key: Pick<ApiKeyRecord, 'wallets' | 'chains'>, webhook: Webhook) {
  const shown = webhookJson(webhook);
  const isLimited = key.wallets !== undefined || key.chains !== undefined;
  return isLimited ? { ...shown, url: `${new URL(webhook.url).origin}/…` } : shown;
}

/** Without its secrets. */
function webhookJson(webhook: Webhook) {
  const { sealedSecret: _sealed, sealedOldSecret: _old, since: _since, ...shown } = webhook;
  const { createdAt, disabledAt, failingSince, oldSecretUntil, ...rest } = shown;
  return {
    ...rest,
    createdAt: iso(createdAt),
    ...(disabledAt === undefined ? {} : { disabledAt: iso(disabledAt) }),
    ...(failingSince === undefined ? {} : { failingSince: iso(failingSince) }),
    ...(oldSecretUntil === undefined ? {} : { oldSecretUntil: iso(oldSecretUntil) }),
  };
}

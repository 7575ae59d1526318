import type { z } from 'zod';
import type { deliveryList, webhookAnswer } from '../api/schemas/webhooks.ts';
import { labelled } from './labelled.ts';
import type { TableOptions } from './layout.ts';
import type { Column, Row } from './render-table.ts';
import { shortId } from './short-id.ts';
import { showTime } from './show-time.ts';

export type Webhook = z.infer<typeof webhookAnswer>['webhook'];
export type Delivery = z.infer<typeof deliveryList>['deliveries'][number];

type Wide = Pick<TableOptions, 'wide'> | { wide?: true | undefined };

export function webhookColumns({ wide }: Wide): Column[] {
  const titles = ['webhook', 'name', 'form', 'to', 'state'];
  return [...titles, ...(wide ? ['topics', 'only of'] : [])].map((title) => ({ title }));
}

/** The path of a URL may be a secret, so only `--wide` shows it. */
export function webhookRow(webhook: Webhook, { wide }: Wide): string[] {
  const { id, name = '', form, url, topics } = webhook;
  const start = [id, name, form, wide ? url : new URL(url).host, stateOf(webhook)];
  return wide ? [...start, topics.join(', '), limitsOf(webhook)] : start;
}

/** All of a webhook as text for a person. */
export function showWebhook(webhook: Webhook, width: number): string {
  const { id, name, form, url, topics, disabledReason, oldSecretUntil } = webhook;
  const limits = limitsOf(webhook);
  return labelled(
    [
      ['webhook', name === undefined ? id : `${id} (${name})`],
      ['to', url, 'whole'],
      ['form', form],
      ['topics', topics.join(', ')],
      ['only of', limits === '' ? undefined : limits],
      ['state', stateOf(webhook)],
      ['reason', disabledReason],
      [
        'secret',
        oldSecretUntil === undefined || Date.parse(oldSecretUntil) < Date.now()
          ? undefined
          : `the replaced one signs too until ${showTime(oldSecretUntil)}`,
      ],
      ['made', `${showTime(webhook.createdAt)} by ${webhook.createdBy}`],
    ],
    width,
  );
}

function stateOf({ enabled, disabledAt, failingSince }: Webhook): string {
  if (!enabled)
    return disabledAt === undefined ? 'disabled' : `disabled since ${showTime(disabledAt)}`;
  return failingSince === undefined ? 'enabled' : `failing since ${showTime(failingSince)}`;
}

function limitsOf({ wallets = [], chains = [] }: Webhook): string {
  return [...wallets, ...chains].join(', ');
}

export function deliveryColumns({ wide }: Wide): Column[] {
  return [
    { title: 'delivery' },
    { title: 'state' },
    { title: 'tries', align: 'right' },
    { title: 'made (UTC)' },
    ...(wide ? ['topic', 'swap', 'last answer', 'next try (UTC)'].map((title) => ({ title })) : []),
  ];
}

export function deliveryRow(delivery: Delivery, { wide }: Wide): Row {
  const { id, state, attempts, createdAt, topic, swapId, nextTryAt } = delivery;
  const start = [id, state, `${attempts.length}`, showTime(createdAt)];
  const answer = lastAnswer(delivery);
  const next = nextTryAt === undefined ? '' : showTime(nextTryAt);
  if (wide) return { cells: [...start, topic, swapId ?? '', answer, next] };
  const about = swapId === undefined ? topic : `${topic} of swap ${shortId(swapId)}`;
  const failure = attempts.at(-1)?.error === undefined ? '' : `: ${answer}`;
  return { cells: start, below: `${about}${failure}${next && `; next try ${next}`}` };
}

/** What became of the last attempt; empty if there was none. */
export function lastAnswer({ attempts }: Pick<Delivery, 'attempts'>): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  return last.error ?? `the receiver answered ${last.status}`;
}

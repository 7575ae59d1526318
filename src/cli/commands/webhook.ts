import { type Command, Option } from 'commander';
import { didYouMean } from '../../core/text/did-you-mean.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { topics } from '../../executor/feed/topics.ts';
import {
  type DeliveryState,
  deliveryStates,
  type WebhookForm,
  webhookForms,
} from '../../ports/stores/webhook-store.ts';
import type { WebhookRequest } from '../api-requests.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed, withYes } from '../confirm.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, widthOf, withTable } from '../layout.ts';
import { chainsOf, listOf, parseTime } from '../list-options.ts';
import { renderTable } from '../render-table.ts';
import {
  deliveryColumns,
  deliveryRow,
  showWebhook,
  type Webhook,
  webhookColumns,
  webhookRow,
} from '../show-webhook.ts';
import { tryWebhook } from '../try-webhook.ts';

interface RightsOptions extends ApiOptions {
  /** False: the name is removed. */
  name?: string | false;
  form?: WebhookForm;
  url?: string;
  topics?: string;
  wallets?: string;
  chains?: string;
  allWallets?: true;
  allChains?: true;
}

interface ListOptions extends ApiOptions, TableOptions {
  state?: DeliveryState;
  limit?: string;
  cursor?: string;
}

/** `ferryman webhook …`: webhooks of a running service. */
export function registerWebhook(program: Command, io: CliIo): void {
  const webhook = program
    .command('webhook')
    .description(
      'make, list, change, try and replay webhooks, which send events to other programs',
    );

  withRights(withApi(webhook.command('create')))
    .description('make a webhook, and show the secret that verifies its signatures, this once')
    .argument('<url>', 'where it is sent to: https, and a public address')
    .addOption(
      new Option('--form <form>', '`slack` is a text for people; default standard').choices(
        webhookForms,
      ),
    )
    .option('--name <text>', 'what you call it')
    .action(async (url: string, options: RightsOptions) => {
      const request = { url, ...requestOf(options) };
      showSecret(await (await connect(options, io)).createWebhook(request), options, io);
    });

  withTable(withApi(webhook.command('list')))
    .description('list webhooks, newest first')
    .action(async (options: ApiOptions & TableOptions) => {
      const answer = await (await connect(options, io)).listWebhooks();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.webhooks.length === 0) return io.tell('there is no webhook');
      const rows = answer.webhooks.map((one) => webhookRow(one, options));
      io.print(renderTable(webhookColumns(options), rows, layoutOf(io, options)));
    });

  withApi(webhook.command('show'))
    .description('show what a webhook sends, and where to')
    .argument('<id>')
    .action(async (id: string, options: ApiOptions) => {
      show(await (await connect(options, io)).getWebhook(id), options, io);
    });

  withRights(withApi(webhook.command('change')))
    .description('change what a webhook sends, or where to; the rest stays')
    .argument('<id>')
    .option('--url <url>', 'where it is sent to from now on')
    .option('--name <text>', 'what you call it')
    .option('--no-name', 'remove its name')
    .option('--all-wallets', 'events of all wallets')
    .option('--all-chains', 'events of all chains')
    .action(async (id: string, options: RightsOptions) => {
      const request = requestOf(options);
      if (Object.keys(request).length === 0)
        throw new FerrymanError('INVALID_REQUEST', 'nothing is to change; --help lists what can');
      show(await (await connect(options, io)).changeWebhook(id, request), options, io);
    });

  withApi(webhook.command('disable'))
    .description('send nothing to a webhook any more')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why; stored in the audit log')
    .action(async (id: string, options: ApiOptions & { reason: string }) => {
      show(await (await connect(options, io)).disableWebhook(id, options.reason), options, io);
    });

  withApi(webhook.command('enable'))
    .description('send to a webhook again: what was waiting, and what happens from now on')
    .argument('<id>')
    .action(async (id: string, options: ApiOptions) => {
      show(await (await connect(options, io)).enableWebhook(id), options, io);
    });

  withYes(withApi(webhook.command('delete')))
    .description('delete a webhook')
    .argument('<id>')
    .action(async (id: string, options: ApiOptions & { yes?: true }) => {
      const client = await connect(options, io);
      const question = `${id} gets nothing from then on. Delete it?`;
      if (!(await isConfirmed(question, options, io, client))) return;
      const answer = await client.deleteWebhook(id);
      io.print(options.json ? JSON.stringify(answer, null, 2) : `${id} is deleted`);
    });

  withApi(webhook.command('rotate'))
    .description('replace the secret, and show the new one, this once; the old one signs for a day')
    .argument('<id>')
    .action(async (id: string, options: ApiOptions) => {
      showSecret(await (await connect(options, io)).rotateWebhookSecret(id), options, io);
    });

  withTable(withApi(webhook.command('deliveries')))
    .description('list what was sent, newest first, and how often')
    .argument('<id>')
    .addOption(new Option('--state <state>', 'only these').choices(deliveryStates))
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'where the list before ended')
    .action(async (id: string, { json, apiUrl, apiKey, wide, ...filter }: ListOptions) => {
      const client = await connect({ apiUrl, apiKey }, io);
      const answer = await client.listDeliveries(
        id,
        Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
      );
      if (json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.deliveries.length === 0) return io.tell('there is no such delivery');
      const rows = answer.deliveries.map((one) => deliveryRow(one, { wide }));
      io.print(renderTable(deliveryColumns({ wide }), rows, layoutOf(io, { wide })));
      if (answer.nextCursor !== undefined) io.tell(`more with --cursor ${answer.nextCursor}`);
    });

  withApi(webhook.command('replay'))
    .description('send deliveries again, under their ids')
    .argument('<id>')
    .option('--delivery <delivery>', 'one, such as msg_01234567-…')
    .option('--since <time>', 'all that were made since, such as 2027-01-31T12:00:00Z')
    .action(
      async (id: string, options: ApiOptions & Partial<Record<'delivery' | 'since', string>>) => {
        const which = whichOf(options);
        const answer = await (await connect(options, io)).replayDeliveries(id, which);
        if (options.json) return io.print(JSON.stringify(answer));
        io.print(`${answer.replayed} ${answer.replayed === 1 ? 'is' : 'are'} sent again`);
      },
    );

  withApi(webhook.command('test'))
    .description('send a test message, and show what the receiver answers')
    .argument('<id>')
    .action(async (id: string, options: ApiOptions) => {
      await tryWebhook(await connect(options, io), id, options, io);
    });
}

function withRights(command: Command): Command {
  return command
    .option('--topics <list>', 'what is sent; default: ends of swaps, and what needs a person')
    .option('--wallets <list>', 'only events of these wallets')
    .option('--chains <list>', 'only events of these chains');
}

function requestOf(options: RightsOptions): WebhookRequest {
  const { name, form, url, wallets, chains } = options;
  for (const [all, one, given] of [
    ['--all-wallets', '--wallets', options.allWallets && wallets],
    ['--all-chains', '--chains', options.allChains && chains],
  ])
    if (given !== undefined)
      throw new FerrymanError('INVALID_REQUEST', `give either ${one} or ${all}`);
  return {
    ...(name === undefined ? {} : { name: name === false ? null : name }),
    ...(form === undefined ? {} : { form }),
    ...(url === undefined ? {} : { url }),
    ...(options.topics === undefined ? {} : { topics: parseTopics(options.topics) }),
    ...(wallets === undefined ? {} : { wallets: listOf(wallets) }),
    ...(chains === undefined ? {} : { chains: chainsOf(chains) }),
    ...(options.allWallets ? { wallets: null } : {}),
    ...(options.allChains ? { chains: null } : {}),
  };
}

function parseTopics(list: string): string[] {
  return listOf(list).map((name) => {
    const topic = topics.find((one) => one === name);
    if (topic) return topic;
    throw new FerrymanError(
      'INVALID_REQUEST',
      `there is no topic "${name}"${didYouMean(name, topics) || `; there are ${topics.join(', ')}`}`,
    );
  });
}

function whichOf({ delivery, since }: { delivery?: string; since?: string }) {
  if (delivery !== undefined && since === undefined) return { deliveryId: delivery };
  if (since !== undefined && delivery === undefined) return { since: parseTime(since, '--since') };
  throw new FerrymanError('INVALID_REQUEST', 'give either --delivery or --since');
}

function show(answer: { webhook: Webhook }, { json }: ApiOptions, io: CliIo): void {
  io.print(json ? JSON.stringify(answer, null, 2) : showWebhook(answer.webhook, widthOf(io)));
}

function showSecret(
  made: { webhook: Webhook; secret: string },
  { json }: ApiOptions,
  io: CliIo,
): void {
  io.print(json ? JSON.stringify(made) : made.secret);
  if (!json) io.tell(`The id of the webhook: ${made.webhook.id}`);
}

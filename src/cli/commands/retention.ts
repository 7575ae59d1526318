import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { chooseRetention } from '../../executor/retention/retention.ts';
import type { RetentionReport } from '../../executor/retention/run-retention.ts';
import type { Ferryman } from '../../ferryman.ts';
import type { ApiClient } from '../api-client.ts';
import { type BesideOptions, besideService, withBeside, writingTo } from '../beside-service.ts';
import type { CliIo } from '../cli-io.ts';
import { askOnce, isConfirmed, withYes } from '../confirm.ts';
import { clientConfig } from '../connect.ts';

interface Options extends BesideOptions {
  afterDays?: number;
  deliveriesAfterDays?: number;
  to?: string;
  yes?: true;
}

/** `ferryman retention …`: takes what is large or many, and old, out of the journal. */
export function registerRetention(program: Command, io: CliIo): void {
  const retention = program
    .command('retention')
    .description('take old answers of the routing service and old deliveries out of the journal');

  withYes(withBeside(retention.command('run')))
    .description(
      'archive old answers and remove old deliveries now; a service does it each hour by itself if a setting of retention says when',
    )
    .option('--after-days <days>', 'default retention.payloadsAfterDays', parseDays)
    .option('--to <folder>', 'where to write the archives; default retention.folder')
    .option(
      '--deliveries-after-days <days>',
      'remove deliveries of webhooks that ended so many days ago, and ask first; default, without a question, retention.deliveriesAfterDays',
      parseDays,
    )
    .action(async ({ afterDays, deliveriesAfterDays, to, yes, ...given }: Options) => {
      const asked = {
        ...(afterDays === undefined ? {} : { payloadsAfterDays: afterDays }),
        ...(deliveriesAfterDays === undefined ? {} : { deliveriesAfterDays }),
      };
      const isWanted = askOnce((client?: ApiClient) =>
        mayRemove(deliveriesAfterDays, { yes }, io, client),
      );
      const beside = writingTo(to, given, await clientConfig(given, io));
      const report = await besideService(beside, io, {
        api: async (client) => ((await isWanted(client)) ? client.runRetention(asked) : undefined),
        journal: async (ferryman) => {
          const folder = to === undefined ? {} : { folder: resolve(io.folder, to) };
          const chosen = chooseRetention({ ...asked, ...folder }, ferryman.retention);
          return (await isWanted()) ? runOnJournal(ferryman, chosen) : undefined;
        },
      });
      if (report) print(report, given, io);
    });
}

/** What the configuration says, a running service does each hour without a question. */
async function mayRemove(
  days: number | undefined,
  options: { yes?: true | undefined },
  io: CliIo,
  client: ApiClient | undefined,
): Promise<boolean> {
  if (days === undefined) return true;
  const question = `Remove the deliveries of webhooks that ended ${days} days ago or earlier, for ever?`;
  return isConfirmed(question, options, io, client);
}

async function runOnJournal(
  ferryman: Ferryman,
  chosen: Ferryman['retention'],
): Promise<RetentionReport> {
  await ferryman.journal.recordAct({
    ...{ actor: `operator ${userInfo().username}`, action: 'runRetention' },
    ...{ subject: 'journal', data: { ...chosen } },
  });
  return ferryman.runRetention(chosen);
}

type Report = Awaited<ReturnType<ApiClient['runRetention']>> | RetentionReport;

function print(report: Report, { json }: { json?: boolean }, io: CliIo): void {
  if (json) {
    io.print(JSON.stringify(report, null, 2));
    return;
  }
  const { orders, removedBytes, archivedBytes, folder, removedDeliveries } = report;
  if (orders !== undefined)
    io.print(
      `${orders} orders archived: ${removedBytes} bytes left the journal, ${archivedBytes} are in ${folder}`,
    );
  if (removedDeliveries !== undefined)
    io.print(`${removedDeliveries} deliveries of webhooks removed`);
}

function parseDays(text: string): number {
  const days = Number(text);
  if (/^\d{1,5}$/.test(text) && days >= 1 && days <= 36_500) return days;
  throw new InvalidArgumentError('Write a whole number of days from 1 to 36500.');
}

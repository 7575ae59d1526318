import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed, withYes } from '../confirm.ts';
import { configOf, type FolderOptions, withFolderOptions } from '../folder-options.ts';
import { withFerryman } from '../with-ferryman.ts';

interface Options extends FolderOptions {
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

  withYes(withFolderOptions(retention.command('run')))
    .description(
      'archive old answers and remove old deliveries now; of an embedded Ferryman only while that does not run, which does it by itself if a setting of retention says when',
    )
    .option('--after-days <days>', 'default retention.payloadsAfterDays', parseDays)
    .option('--to <folder>', 'where to write the archives; default retention.folder')
    .option(
      '--deliveries-after-days <days>',
      'remove deliveries of webhooks that ended so many days ago, and ask first; default, without a question, retention.deliveriesAfterDays',
      parseDays,
    )
    .action(async (options: Options) => {
      const config = await configOf(options, io);
      const payloadsAfterDays = options.afterDays ?? config.retention?.payloadsAfterDays;
      const deliveriesAfterDays =
        options.deliveriesAfterDays ?? config.retention?.deliveriesAfterDays;
      if (payloadsAfterDays === undefined && deliveriesAfterDays === undefined)
        throw new FerrymanError(
          'INVALID_REQUEST',
          'the age of what leaves the journal is not set: give --after-days or --deliveries-after-days, or set retention.payloadsAfterDays or retention.deliveriesAfterDays',
        );
      const folder =
        options.to === undefined
          ? (config.retention?.folder ?? join(config.dataFolder, 'archive'))
          : resolve(io.folder, options.to);
      // What the configuration says, a running service does each hour without a question.
      if (options.deliveriesAfterDays !== undefined) {
        const question = `Remove the deliveries of webhooks that ended ${deliveriesAfterDays} days ago or earlier, for ever?`;
        if (!(await isConfirmed(question, options, io))) return;
      }
      const { archived, removed } = await withFerryman(config, async (ferryman) => {
        const record = (action: string, data: Readonly<Record<string, unknown>>) =>
          ferryman.journal.recordAct({
            ...{ actor: `operator ${userInfo().username}`, action },
            ...{ subject: 'journal', data },
          });
        let removed: number | undefined;
        if (deliveriesAfterDays !== undefined) {
          await record('removeDeliveries', { deliveriesAfterDays });
          removed = await ferryman.removeDeliveries(deliveriesAfterDays);
        }
        if (payloadsAfterDays === undefined) return { removed };
        const request = { payloadsAfterDays, folder };
        await record('archivePayloads', request);
        return { removed, archived: await ferryman.archivePayloads(request) };
      });
      if (options.json) {
        const report = {
          ...(archived ? { ...archived, folder } : {}),
          ...(removed === undefined ? {} : { removedDeliveries: removed }),
        };
        io.print(JSON.stringify(report, null, 2));
        return;
      }
      if (archived)
        io.print(
          `${archived.orders} orders archived: ${archived.removedBytes} bytes left the journal, ${archived.archivedBytes} are in ${folder}`,
        );
      if (removed !== undefined) io.print(`${removed} deliveries of webhooks removed`);
    });
}

function parseDays(text: string): number {
  const days = Number(text);
  if (/^\d{1,5}$/.test(text) && days >= 1 && days <= 36_500) return days;
  throw new InvalidArgumentError('Write a whole number of days from 1 to 36500.');
}

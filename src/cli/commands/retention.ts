import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { CliIo } from '../cli-io.ts';
import { configOf, type FolderOptions, withFolderOptions } from '../folder-options.ts';
import { withFerryman } from '../with-ferryman.ts';

interface Options extends FolderOptions {
  afterDays?: number;
  to?: string;
}

/** `ferryman retention …`: moves what is large and old out of the journal. */
export function registerRetention(program: Command, io: CliIo): void {
  const retention = program
    .command('retention')
    .description('move old answers of the routing service out of the journal');

  withFolderOptions(retention.command('run'))
    .description(
      'archive now; of an embedded Ferryman only while that does not run, which archives by itself if retention.payloadsAfterDays is set',
    )
    .option('--after-days <days>', 'default retention.payloadsAfterDays', parseDays)
    .option('--to <folder>', 'where to write the archives; default retention.folder')
    .action(async (options: Options) => {
      const config = await configOf(options, io);
      const payloadsAfterDays = options.afterDays ?? config.retention?.payloadsAfterDays;
      if (payloadsAfterDays === undefined)
        throw new FerrymanError(
          'INVALID_REQUEST',
          'the age of what is archived is not set: give --after-days, or set retention.payloadsAfterDays',
        );
      const folder =
        options.to === undefined
          ? (config.retention?.folder ?? join(config.dataFolder, 'archive'))
          : resolve(io.folder, options.to);
      const report = await withFerryman(config, async (ferryman) => {
        await ferryman.journal.recordAct({
          ...{ actor: `operator ${userInfo().username}`, action: 'archivePayloads' },
          ...{ subject: 'journal', data: { payloadsAfterDays, folder } },
        });
        return ferryman.archivePayloads({ payloadsAfterDays, folder });
      });
      if (options.json) {
        io.print(JSON.stringify({ ...report, folder }, null, 2));
        return;
      }
      io.print(
        `${report.orders} orders archived: ${report.removedBytes} bytes left the journal, ${report.archivedBytes} are in ${folder}`,
      );
    });
}

function parseDays(text: string): number {
  const days = Number(text);
  if (/^\d{1,5}$/.test(text) && days >= 1 && days <= 36_500) return days;
  throw new InvalidArgumentError('Write a whole number of days from 1 to 36500.');
}

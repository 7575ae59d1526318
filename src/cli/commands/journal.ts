import type { Command } from 'commander';
import { journalReportJson } from '../../api/recovery-json.ts';
import type { JournalReportJson } from '../../api/schemas/recovery.ts';
import type { ApiClient } from '../api-client.ts';
import { type BesideOptions, besideService, withBeside } from '../beside-service.ts';
import type { CliIo } from '../cli-io.ts';
import { askOnce, isConfirmed, withYes } from '../confirm.ts';
import { configOf, type FolderOptions, withFolderOptions } from '../folder-options.ts';
import {
  type InterventionOptions,
  interventionOf,
  recordIntervention,
  signedReason,
  withByOption,
} from '../intervention-options.ts';
import { layoutOf } from '../layout.ts';
import { renderTable } from '../render-table.ts';
import { showLosses } from '../show-losses.ts';

/** `ferryman journal …`: compares the journal with the signing log beside the keys. */
export function registerJournal(program: Command, io: CliIo): void {
  const journal = program
    .command('journal')
    .description('compare the journal with what the keys have signed');

  withBeside(journal.command('show'))
    .description(
      'show signed transactions that the journal does not know, and frozen wallets; changes nothing',
    )
    .action(async (options: BesideOptions) => {
      print(
        await besideService(options, io, {
          api: (client) => client.inspectJournal(),
          journal: async (ferryman) => journalReportJson(await ferryman.inspectJournal()),
        }),
        options,
        io,
      );
    });

  withFolderOptions(journal.command('migrate'))
    .description(
      'bring the schema up to date, as each start does; embedded only while the service does not run; read docs/operations/upgrade.md first',
    )
    .option('--dry-run', 'list the missing migrations, and apply none')
    .action(async (options: FolderOptions & { dryRun?: true }) => {
      const { migrateJournal } = await import('../migrate-journal.ts');
      const applies = options.dryRun !== true;
      const report = await migrateJournal(await configOf(options, io), { applies });
      if (options.json) {
        io.print(JSON.stringify(report, null, 2));
        return;
      }
      for (const { number, name } of report.pending) io.print(`${number} ${name}`);
      const what = `${report.pending.length} ${applies ? 'applied' : 'to apply'}`;
      io.tell(`The journal had schema ${report.schema}; ${what}.`);
    });

  withYes(withByOption(withBeside(journal.command('adopt'))))
    .description(
      'accept the journal as it is as the one that the keys sign for; read docs/operations/backups.md first',
    )
    .requiredOption('--reason <text>', 'why; stored in the journal and in the audit log')
    .action(async (options: BesideOptions & InterventionOptions & { yes?: true }) => {
      const request = interventionOf(options);
      const isWanted = askOnce((client?: ApiClient) =>
        isConfirmed(adoptQuestion, options, io, client),
      );
      const report = await besideService(options, io, {
        api: async (client) =>
          (await isWanted(client)) ? client.adoptJournal(signedReason(options)) : undefined,
        journal: async (ferryman) => {
          if (!(await isWanted())) return undefined;
          await recordIntervention(ferryman, 'adoptJournal', 'journal', request);
          return journalReportJson(await ferryman.adoptJournal(request));
        },
      });
      if (!report) return;
      print(report, options, io);
      io.tell(
        'Signing continues, except for frozen wallets: `ferryman wallet unfreeze <name>` shows why one is frozen, and releases it with --reason.',
      );
    });
}

const adoptQuestion =
  'What the journal has lost is then never paid again, and signing logs that are missing count as gone. Adopt it?';

function print(report: JournalReportJson, { json }: BesideOptions, io: CliIo): void {
  if (json) {
    io.print(JSON.stringify(report, null, 2));
    return;
  }
  const { instanceId, ownInstanceId, lost, missingLogs, frozen } = report;
  const own =
    ownInstanceId === null
      ? 'no keys are here, or they sign for no journal yet; run this on each host with keys'
      : `the keys sign for ${ownInstanceId}`;
  io.print(`journal ${instanceId}; ${ownInstanceId === instanceId ? 'the keys sign for it' : own}`);
  io.print(
    lost.length === 0
      ? 'It knows every transaction of the signing log.'
      : showLosses(lost, layoutOf(io)),
  );
  if (missingLogs.length > 0)
    io.print(`Signing logs not read since the rollback, of: ${missingLogs.join(', ')}`);
  const columns = [{ title: 'frozen wallet' }, { title: 'address' }, { title: 'reason' }];
  if (frozen.length > 0) io.print(renderTable(columns, frozen.map(Object.values), layoutOf(io)));
}

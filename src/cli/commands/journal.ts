import type { Command } from 'commander';
import type { Ferryman } from '../../compose.ts';
import type { CliIo } from '../cli-io.ts';
import { configOf, type FolderOptions, withFolderOptions } from '../folder-options.ts';
import { type InterventionOptions, interventionOf, withByOption } from '../intervention-options.ts';
import { renderTable } from '../render-table.ts';
import { lossesJson, showLosses } from '../show-losses.ts';
import { withFerryman } from '../with-ferryman.ts';

type Report = Awaited<ReturnType<Ferryman['inspectJournal']>>;

/**
 * `ferryman journal …`: compares the journal with the signing log beside the keys. Opens the
 * journal itself, without the API.
 */
export function registerJournal(program: Command, io: CliIo): void {
  const journal = program
    .command('journal')
    .description('compare the journal with what the keys have signed');

  withFolderOptions(journal.command('show'))
    .description(
      'show signed transactions that the journal does not know, and frozen wallets; changes nothing',
    )
    .action(async (options: FolderOptions) => {
      print(
        await withFerryman(await configOf(options, io), (ferryman) => ferryman.inspectJournal()),
        options,
        io,
      );
    });

  withByOption(withFolderOptions(journal.command('adopt')))
    .description(
      'accept the journal as it is as the one that the keys sign for; read docs/operations/backups.md first',
    )
    .requiredOption('--reason <text>', 'why; stored in the journal')
    .action(async (options: FolderOptions & InterventionOptions) => {
      const report = await withFerryman(await configOf(options, io), (ferryman) =>
        ferryman.adoptJournal(interventionOf(options)),
      );
      print(report, options, io);
      io.tell(
        'Signing continues, except for frozen wallets: `ferryman wallet unfreeze <name>` shows why one is frozen, and releases it with --reason.',
      );
    });
}

function print(
  { instanceId, ownInstanceId, lost, missingLogs, frozen }: Report,
  { json }: FolderOptions,
  io: CliIo,
): void {
  const wallets = frozen.map(({ name, address, frozenReason = '' }) => ({
    name,
    address,
    reason: frozenReason,
  }));
  if (json) {
    io.print(
      JSON.stringify(
        {
          instanceId,
          ownInstanceId: ownInstanceId ?? null,
          lost: lossesJson(lost),
          missingLogs,
          frozen: wallets,
        },
        null,
        2,
      ),
    );
    return;
  }
  const own =
    ownInstanceId === undefined
      ? 'the keys sign for no journal yet'
      : `the keys sign for ${ownInstanceId}`;
  io.print(`journal ${instanceId}; ${ownInstanceId === instanceId ? 'the keys sign for it' : own}`);
  io.print(lost.length === 0 ? 'It knows every transaction of the signing log.' : showLosses(lost));
  if (missingLogs.length > 0)
    io.print(`Signing logs not read since the rollback, of: ${missingLogs.join(', ')}`);
  const columns = [{ title: 'frozen wallet' }, { title: 'address' }, { title: 'reason' }];
  if (wallets.length > 0) io.print(renderTable(columns, wallets.map(Object.values)));
}

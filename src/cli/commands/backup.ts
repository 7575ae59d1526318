import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { backUpPostgres, createBackupAct } from '../../journal/backup/back-up-postgres.ts';
import { restoreEmbedded, restorePostgres } from '../../journal/backup/restore-backup.ts';
import { verifyBackup } from '../../journal/backup/verify-backup.ts';
import type { Backup } from '../../ports/stores/backup-store.ts';
import { type BesideOptions, besideService, withBeside, writingTo } from '../beside-service.ts';
import type { CliIo } from '../cli-io.ts';
import { clientConfig } from '../connect.ts';
import { configOf, type FolderOptions, withFolderOptions } from '../folder-options.ts';

type CreateOptions = BesideOptions & { to?: string };
type RestoreOptions = FolderOptions & { stopped?: string; revokeKeys?: true };

/**
 * `ferryman backup …`: copies of the journal. Neither keystores nor the intake secret nor the
 * signing log are in them.
 */
export function registerBackup(program: Command, io: CliIo): void {
  const backup = program.command('backup').description('back up the journal, and restore it');

  withBeside(backup.command('create'))
    .description(
      'back up the journal: on a Postgres server with pg_dump, beside running processes; embedded, by the running service',
    )
    .option(
      '--to <folder>',
      'where to make the backup’s folder; default `backups` of the data folder',
    )
    .action(async (options: CreateOptions) => {
      show(await create(options, io), options, io);
    });

  withFolderOptions(backup.command('verify'))
    .description('check that a backup is whole, and read all of it as a restore does')
    .argument('<folder>', 'of the backup')
    .action(async (given: string, options: FolderOptions) => {
      const folder = resolve(io.folder, given);
      const scratch = join((await configOf(options, io)).dataFolder, 'backup.verified');
      show(await verifyBackup(folder, scratch), options, io);
    });

  withFolderOptions(backup.command('restore'))
    .description(
      'restore a backup, while nothing runs: embedded in the place of the data folder’s journal, which is set aside; with DATABASE_URL into an empty database; read docs/operations/backups.md first',
    )
    .argument('<folder>', 'of the backup')
    .option('--stopped <reason>', 'restore it with a stop of all signing, until `ferryman resume`')
    .option(
      '--revoke-keys',
      'end every API key of the backup: those that were revoked since are good in it',
    )
    .action(async (given: string, options: RestoreOptions) => {
      const { databaseUrl, dataFolder } = await configOf(options, io);
      const { stopped, revokeKeys } = options;
      const restore = {
        folder: resolve(io.folder, given),
        by: operator(),
        ...(stopped === undefined ? {} : { stopped }),
        ...(revokeKeys ? { revokesKeys: true } : {}),
      };
      const restored =
        databaseUrl === undefined
          ? await restoreEmbedded(restore, dataFolder, Date.now())
          : await restorePostgres(restore, databaseUrl);
      const aside = 'aside' in restored ? restored.aside : undefined;
      const { livingKeys, revokedKeys } = restored;
      show(restored.backup, options, io, {
        ...{ livingKeys, revokedKeys },
        ...(aside === undefined ? {} : { aside }),
      });
      if (aside !== undefined) io.tell(`The journal that was there is in ${aside}.`);
      io.tell(
        livingKeys === 0
          ? `No API key is good now; ${revokedKeys} were revoked.`
          : `${livingKeys} API keys are good now, also those that were revoked after the backup: revoke these again, or restore with --revoke-keys.`,
      );
      io.tell(
        'Leave `ledger` in the data folders as it is: the signing logs show what the backup lacks. Start Ferryman, and wait until `ledger` is "ok" at /readyz.',
      );
    });
}

const operator = (): string => `operator ${userInfo().username}`;

async function create(options: CreateOptions, io: CliIo): Promise<Backup> {
  const config = await clientConfig(options, io);
  const { databaseUrl, dataFolder } = config;
  const { to, ...given } = options;
  const beside = writingTo(to, given, config);
  const parent = resolve(io.folder, to ?? join(dataFolder, 'backups'));
  if (databaseUrl !== undefined) return backUpPostgres(databaseUrl, parent, Date.now(), operator());
  return besideService(beside, io, {
    api: async (client) => (await client.createBackup()).backup as Backup,
    journal: async ({ journal }) => {
      await journal.recordAct({ ...createBackupAct, actor: operator() });
      return journal.backUp(parent, Date.now());
    },
  });
}

function show(backup: Backup, { json }: { json?: boolean }, io: CliIo, more: object = {}): void {
  if (json) {
    io.print(JSON.stringify({ ...backup, ...more }, null, 2));
    return;
  }
  io.print(backup.folder);
  io.tell(
    `${backup.file}: ${backup.bytes} bytes, made ${backup.madeAt}; journal ${backup.instanceId}, schema ${backup.schema}, ${backup.committed} signed transactions or more`,
  );
}

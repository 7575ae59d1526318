import { requireUnlimited } from '../../executor/authorize.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { backupAnswer } from '../schemas/backup.ts';

/** Backups of an embedded journal, made beside its use. */
export function backupEndpoints({ backUp }: Pick<ApiDependencies, 'backUp'>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'createBackup',
      method: 'post',
      path: '/v1/backups',
      group: 'operations',
      scope: 'admin',
      summary: 'Back up an embedded journal',
      description:
        'Into a new folder in `backups` of the data folder. Statements wait while the files are copied. A journal on a Postgres server is backed up by the server’s own means, or by `ferryman backup create`.',
      answers: { 201: { description: 'The backup.', schema: backupAnswer } },
      problems: ['BACKUP_UNFIT', 'BACKUP_FAILED'],
      async handle({ key, record }) {
        requireUnlimited(key);
        await record({ subject: 'journal' });
        return { status: 201, body: { backup: await backUp() } };
      },
    }),
  ];
}

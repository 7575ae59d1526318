import type { CodeEntry } from './code-entry.ts';

/** Faults of a backup, its restore, and of archives. */
export const backupCodes = {
  BACKUP_FAILED: {
    next: 'retry',
    status: 500,
    meaning:
      'A backup or restore did not finish; the message says why. The journal is as it was. Correct the cause (free disk space, an installed `tar`, or `pg_dump`, `pg_restore` and `psql` of the server’s version), and run it again.',
  },
  RESTORE_UNFINISHED: {
    next: 'stop',
    status: 500,
    meaning:
      'A restore did not end, because it was interrupted or a step of it failed. Nothing opens this journal: it may not know yet that it has gone back, and would pay again. Run `ferryman backup restore` again; on a Postgres server into another, empty database.',
  },
  BACKUP_DAMAGED: {
    next: 'stop',
    status: 500,
    meaning:
      'The backup is not whole, or not what its description says. Nothing was restored from it. Use another backup.',
  },
  ARCHIVE_FAILED: {
    next: 'retry',
    status: 500,
    meaning:
      'An archive of old answers of the routing service was not written; the message says why. Nothing was removed from the journal. Make the folder (`retention.folder`) writable and free space on its disk; the next run tries again.',
  },
  BACKUP_UNFIT: {
    next: 'stop',
    status: 409,
    meaning:
      'The backup is of another form of journal, or there is a journal already where it should go. Nothing was changed. The message says what fits.',
  },
} as const satisfies Record<string, CodeEntry>;

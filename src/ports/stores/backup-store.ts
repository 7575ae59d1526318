/** Copies of the whole journal. */
export interface BackupStore {
  /**
   * Backs up an embedded journal beside its use, into a new folder in `parent`. Statements wait
   * while its files are copied. Throws `BACKUP_UNFIT` on a server, which has its own means, and
   * `BACKUP_FAILED`.
   * @param now in milliseconds since the epoch
   */
  backUp(parent: string, now: number): Promise<Backup>;
}

/** A backup of a journal. */
export interface Backup {
  /** Of this description. */
  format: 1;
  /** Which form of Ferryman the journal is of, and so how it is restored. */
  form: 'embedded' | 'postgres';
  /** Absolute path of the backup's folder. */
  folder: string;
  /** The journal's file in the folder. */
  file: 'journal.tar.gz' | 'journal.dump';
  bytes: number;
  /** In hex. */
  sha256: string;
  /** ISO 8601. */
  madeAt: string;
  instanceId: string;
  /** The number of the newest migration. */
  schema: number;
  /** How many attempts had been committed when the backup began. It may have more. */
  committed: string;
}

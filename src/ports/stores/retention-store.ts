/** Moves what is large and no longer needed out of the journal. */
export interface RetentionStore {
  /**
   * Writes the routing service's answers of old swaps to one file, checks the file, and removes them
   * from the journal. Only of swaps that have ended, are settled beyond doubt and are not watched
   * any more. Everything that decides whether something is paid stays. Throws `ARCHIVE_FAILED`, and
   * then nothing was removed.
   */
  archivePayloads(request: ArchiveRequest): Promise<ArchiveReport>;
  /**
   * Removes a page of deliveries of webhooks with their attempts: never a pending one, as long as
   * its webhook is there.
   */
  removeDeliveries(request: DeliveryRemoval): Promise<DeliveryRemovalReport>;
}

export interface DeliveryRemoval {
  /** Only deliveries that were delivered or given up so many milliseconds ago. */
  endedFor: number;
  /** Position of the last one of the page before. */
  after: bigint;
  /** The most deliveries in one page. */
  limit: number;
}

export interface DeliveryRemovalReport {
  removed: number;
  /** Where the next page begins. Absent: nothing is left that is old enough. */
  next?: bigint;
}

export interface ArchiveRequest {
  /** Where the file is made. */
  folder: string;
  /** Only swaps that have not changed for so many milliseconds. */
  unchangedFor: number;
  /** The most orders in one file. */
  limit: number;
  /** Names the file; milliseconds since the epoch. */
  now: number;
}

export interface ArchiveReport {
  /** Whose answers were moved. 0: there is nothing left to move, and no file was written. */
  orders: number;
  /** Of the answers in the journal. */
  removedBytes: number;
  /** Of the file. */
  archivedBytes: number;
}

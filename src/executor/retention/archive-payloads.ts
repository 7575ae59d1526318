import type { ArchiveReport, RetentionStore } from '../../ports/stores/retention-store.ts';
import type { ExecutorContext } from '../context.ts';

export interface Archiving {
  /** The routing service's answers are archived when the swap has not changed for so many days. */
  payloadsAfterDays: number;
  /** Absolute path of the archives. */
  folder: string;
}

/** Orders in one file, and in one transaction. */
const batch = 500;

/** Archives everything that is old enough, file by file. Throws `ARCHIVE_FAILED`. */
export async function archivePayloads(
  { journal, clock }: Pick<ExecutorContext<RetentionStore>, 'journal' | 'clock'>,
  { payloadsAfterDays, folder }: Archiving,
  signal?: AbortSignal,
): Promise<ArchiveReport> {
  const total: ArchiveReport = { orders: 0, removedBytes: 0, archivedBytes: 0 };
  while (!signal?.aborted) {
    const moved = await journal.archivePayloads({
      ...{ folder, limit: batch, now: clock.now() },
      unchangedFor: payloadsAfterDays * 86_400_000,
    });
    total.orders += moved.orders;
    total.removedBytes += moved.removedBytes;
    total.archivedBytes += moved.archivedBytes;
    if (moved.orders === 0) break;
  }
  return total;
}

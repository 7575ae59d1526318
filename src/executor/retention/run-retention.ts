import type { ArchiveReport, RetentionStore } from '../../ports/stores/retention-store.ts';
import type { ExecutorContext } from '../context.ts';
import { archivePayloads } from './archive-payloads.ts';
import { removeDeliveries } from './remove-deliveries.ts';
import type { Retention } from './retention.ts';

/** What has left the journal. Absent members: nothing was asked for. */
export interface RetentionReport extends Partial<ArchiveReport> {
  /** Where the archives are. */
  folder?: string;
  removedDeliveries?: number;
}

/** Does once what a process with these settings does each hour. Throws `ARCHIVE_FAILED`. */
export async function runRetention(
  context: Pick<ExecutorContext<RetentionStore>, 'journal' | 'clock'>,
  { payloadsAfterDays, folder, deliveriesAfterDays }: Retention,
): Promise<RetentionReport> {
  const report: RetentionReport = {};
  if (deliveriesAfterDays !== undefined)
    report.removedDeliveries = await removeDeliveries(context, deliveriesAfterDays);
  if (payloadsAfterDays === undefined) return report;
  const archived = await archivePayloads(context, { payloadsAfterDays, folder });
  return { ...archived, folder, ...report };
}

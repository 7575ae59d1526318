import {
  type AuditFault,
  findAuditFault,
  findEndFault,
  noAuditHash,
} from '../core/operator/audit-entry.ts';
import type { AuditStore } from '../ports/stores/audit-store.ts';

/** What a reading of the whole audit log shows. */
export interface AuditVerdict {
  /** How many entries follow one another without a fault. */
  entries: number;
  /** Positions of the first and last of these. Absent: there is none. */
  from?: number;
  to?: number;
  /** Of the last of these. */
  hash: string;
  fault?: AuditFault;
}

/** Entries that are in memory at the same time. */
const pageSize = 1_000;

/**
 * Reads the audit log from its first entry on, until the end or the first fault. The end has to be
 * what the log's head says.
 */
export async function verifyAuditLog(
  journal: Pick<AuditStore, 'listActs' | 'auditHead'>,
): Promise<AuditVerdict> {
  // Read first: entries that come meanwhile are past it.
  const head = await journal.auditHead();
  let last = { position: 0, hash: noAuditHash };
  for (;;) {
    const entries = await journal.listActs({ after: last.position, limit: pageSize });
    const fault = findAuditFault(last, entries);
    const good = fault ? entries.slice(0, fault.position - last.position - 1) : entries;
    last = good.at(-1) ?? last;
    if (fault) return verdictOf(last, fault);
    if (entries.length < pageSize) return verdictOf(last, findEndFault(last, head));
  }
}

function verdictOf(
  { position, hash }: { position: number; hash: string },
  fault: AuditFault | undefined,
): AuditVerdict {
  return {
    entries: position,
    ...(position === 0 ? {} : { from: 1, to: position }),
    hash,
    ...(fault ? { fault } : {}),
  };
}

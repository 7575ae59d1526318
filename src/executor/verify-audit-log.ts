import { type AuditFault, findAuditFault, noAuditHash } from '../core/operator/audit-entry.ts';
import type { AuditStore } from '../ports/stores/audit-store.ts';

/** What a reading of the whole audit log shows. */
export interface AuditVerdict {
  /** How many entries follow one another without a fault. */
  entries: number;
  /** Of the last of these. */
  hash: string;
  fault?: AuditFault;
}

const pageSize = 1_000;

/** Reads the audit log from its first entry on, until the end or the first fault. */
export async function verifyAuditLog(journal: Pick<AuditStore, 'listActs'>): Promise<AuditVerdict> {
  let last = { position: 0, hash: noAuditHash };
  for (;;) {
    const entries = await journal.listActs({ after: last.position, limit: pageSize });
    const fault = findAuditFault(last, entries);
    const good = fault ? entries.slice(0, fault.position - last.position - 1) : entries;
    last = good.at(-1) ?? last;
    const { position, hash } = last;
    if (fault) return { entries: position, hash, fault };
    if (entries.length < pageSize) return { entries: position, hash };
  }
}

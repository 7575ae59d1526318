import type { AuditEntry } from '../../core/operator/audit-entry.ts';

/** The log of what operators did. */
export interface AuditStore {
  /** Appends an entry. Entries never change and are never removed. */
  recordAct(act: AuditAct): Promise<AuditEntry>;
  /** Newest first, or in the order of their positions from `after` on. */
  listActs(filter: AuditFilter): Promise<AuditEntry[]>;
  /** Position and hash of the newest entry, as the last writer left them. */
  auditHead(): Promise<Pick<AuditEntry, 'position' | 'hash'>>;
}

export type AuditAct = Omit<AuditEntry, 'position' | 'at' | 'hash'>;

export interface AuditFilter {
  subject?: string;
  actor?: string;
  /** 1 to 1,000. */
  limit: number;
  /** Only entries before this position, newest first. */
  before?: number;
  /** Only entries past this position, oldest first; 0: from the first one. */
  after?: number;
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../text/canonical-json.ts';

/** What an operator did, as the audit log has it. */
export interface AuditEntry {
  /** 1 for the first entry; no number is left out. */
  position: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Who did it, such as `API key key_0a1b2c3d4e5f` or `operator alice`. */
  actor: string;
  /** What was done, such as `stop.set`. */
  action: string;
  /** To what: the id of a swap, the name of a wallet or chain. Empty: to all. */
  subject: string;
  reason?: string;
  requestId?: string;
  data: Readonly<Record<string, unknown>>;
  /** SHA-256 (hex) over the entry and the hash of the one before it. */
  hash: string;
}

/** Before the first entry. */
export const noAuditHash = '';

/** Chains an entry to the one before it: SHA-256 of that hash and the entry's RFC 8785 JSON, hex. */
export function auditHash(previous: string, entry: Omit<AuditEntry, 'hash'>): string {
  const { position, at, actor, action, subject, reason, requestId, data } = entry;
  const text = canonicalJson({
    position,
    at,
    actor,
    action,
    subject,
    ...(reason === undefined ? {} : { reason }),
    ...(requestId === undefined ? {} : { requestId }),
    data,
  });
  return bytesToHex(sha256(utf8ToBytes(`${previous}${text}`)));
}

/** Where a chain of entries breaks. */
export interface AuditFault {
  position: number;
  message: string;
}

/**
 * Checks that entries follow `previous` without a gap and that none was changed. It does not notice
 * entries that are missing at the end: `findEndFault` compares that with the log's head.
 */
export function findAuditFault(
  previous: Pick<AuditEntry, 'position' | 'hash'>,
  entries: readonly AuditEntry[],
): AuditFault | undefined {
  let before = previous;
  for (const entry of entries) {
    const { position } = entry;
    if (position !== before.position + 1)
      return { position, message: `entry ${before.position + 1} is missing` };
    if (auditHash(before.hash, entry) !== entry.hash)
      return { position, message: `entry ${position} was changed, or an entry before it` };
    before = entry;
  }
  return undefined;
}

/**
 * Whether the last whole entry is the one that the head names. Entries appended meanwhile come after
 * it. A person who removes entries and sets the head back is found only by a hash noted
 * elsewhere.
 */
export function findEndFault(
  last: Pick<AuditEntry, 'position' | 'hash'>,
  head: Pick<AuditEntry, 'position' | 'hash'>,
): AuditFault | undefined {
  if (last.position < head.position) {
    const position = last.position + 1;
    const missing = `entries ${position} to ${head.position} are missing at the end`;
    return { position, message: missing };
  }
  if (last.position === head.position && last.hash !== head.hash)
    return {
      position: head.position,
      message: `entry ${head.position} is not the one of the head`,
    };
  return undefined;
}

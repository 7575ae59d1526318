import { type AuditEntry, auditHash } from '../../core/operator/audit-entry.ts';
import type { AuditAct, AuditFilter } from '../../ports/stores/audit-store.ts';
import { encodeJson, storableText } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

interface AuditRow {
  position: bigint;
  at: number;
  actor: string;
  action: string;
  subject: string;
  reason: string | null;
  request_id: string | null;
  data: Record<string, unknown>;
  hash: string;
}

/** In a transaction: the head's lock puts the entries in one order. */
export async function recordAct(session: SqlSession, act: AuditAct): Promise<AuditEntry> {
  const head = onlyRow(
    await session.query<{ position: bigint; hash: string; at: number }>(
      `select position, hash, date_trunc('milliseconds', clock_timestamp()) as at from audit_head for update`,
    ),
  );
  const data = encodeJson(act.data);
  const position = Number(head.position) + 1;
  const entry = {
    position,
    at: head.at,
    actor: storableText(act.actor),
    action: act.action,
    subject: storableText(act.subject),
    ...(act.reason === undefined ? {} : { reason: storableText(act.reason) }),
    ...(act.requestId === undefined ? {} : { requestId: act.requestId }),
    data: JSON.parse(data) as Record<string, unknown>,
  };
  const hash = auditHash(head.hash, entry);
  await session.query(
    `with head as (update audit_head set position = $1, hash = $9)
     insert into audit_log (position, at, actor, action, subject, reason, request_id, data, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8::json, $9)`,
    [
      position,
      timestamp(entry.at),
      entry.actor,
      entry.action,
      entry.subject,
      entry.reason ?? null,
      entry.requestId ?? null,
      data,
      hash,
    ],
  );
  return { ...entry, hash };
}

const select =
  'select position, at, actor, action, subject, reason, request_id, data, hash from audit_log';
const ofSubject = '($1::text is null or subject = $1)';

export async function listActs(session: SqlSession, filter: AuditFilter): Promise<AuditEntry[]> {
  const { subject = null, before = null, after, limit } = filter;
  const rows =
    after === undefined
      ? await session.query<AuditRow>(
          `${select} where ${ofSubject} and ($2::bigint is null or position < $2)
           order by position desc limit $3`,
          [subject, before, limit],
        )
      : await session.query<AuditRow>(
          `${select} where ${ofSubject} and position > $2::bigint order by position limit $3`,
          [subject, after, limit],
        );
  return rows.map(({ position, reason, request_id: requestId, ...rest }) => ({
    ...rest,
    position: Number(position),
    ...(reason === null ? {} : { reason }),
    ...(requestId === null ? {} : { requestId }),
  }));
}

export async function auditHead(
  session: SqlSession,
): Promise<Pick<AuditEntry, 'position' | 'hash'>> {
  const { position, hash } = onlyRow(
    await session.query<{ position: bigint; hash: string }>(
      'select position, hash from audit_head',
    ),
  );
  return { position: Number(position), hash };
}

import { type AuditEntry, auditHash } from '../../core/operator/audit-entry.ts';
import type { AuditAct, AuditFilter } from '../../ports/stores/audit-store.ts';
import { encodeJson, storableText } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { type SqlParameter, type SqlSession, timestamp } from '../sql-client.ts';

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
/**
 * Each combination of conditions is a text of its own: a text that leaves a condition open is
 * planned without its index, and reads the whole log.
 */
export function actsStatement({ subject, actor, before, after, limit }: AuditFilter): {
  text: string;
  parameters: SqlParameter[];
} {
  const parameters: SqlParameter[] = [];
  const conditions: string[] = [];
  const given = (
    value: SqlParameter | undefined,
    condition: (parameter: string) => string,
  ): void => {
    if (value === undefined) return;
    parameters.push(value);
    conditions.push(condition(`$${parameters.length}`));
  };
  // A range, since an equal column would leave the order: then the planner may read the whole log.
  given(subject, (parameter) => `subject between ${parameter} and ${parameter}`);
  given(actor, (parameter) => `actor between ${parameter} and ${parameter}`);
  given(before, (parameter) => `position < ${parameter}`);
  given(after, (parameter) => `position > ${parameter}`);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const by = subject === undefined ? (actor === undefined ? '' : 'actor') : 'subject';
  const direction = after === undefined ? ' desc' : '';
  const order = [...(by === '' ? [] : [by]), 'position'].map((column) => `${column}${direction}`);
  return {
    text: `${select}${where} order by ${order.join(', ')} limit $${parameters.length + 1}`,
    parameters: [...parameters, limit],
  };
}

export async function listActs(session: SqlSession, filter: AuditFilter): Promise<AuditEntry[]> {
  const { text, parameters } = actsStatement(filter);
  const rows = await session.query<AuditRow>(text, parameters);
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

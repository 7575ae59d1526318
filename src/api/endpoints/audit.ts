import { z } from 'zod';
import type { AuditEntry } from '../../core/operator/audit-entry.ts';
import { oneAtATime } from '../../executor/one-at-a-time.ts';
import { verifyAuditLog } from '../../executor/verify-audit-log.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { pageOf } from '../page-of.ts';
import { limit, plainText } from '../schemas/common.ts';
import { auditList, auditVerdict } from '../schemas/operations.ts';

const query = z.strictObject({
  subject: plainText(200).optional().describe('Only acts on this, such as `chain ETH`.'),
  actor: plainText(200)
    .optional()
    .describe('Only acts of this one, such as `API key key_0123456789ab`.'),
  limit,
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, 'is none that a list gave')
    .transform(Number)
    .optional()
    .describe('`nextCursor` of the page before.'),
});

/** What operators did, and whether the log of it is whole. */
export function auditEndpoints({ journal }: Pick<ApiDependencies, 'journal'>): Endpoint[] {
  // One reading of the whole log serves all who ask meanwhile.
  const verify = oneAtATime(() => verifyAuditLog(journal));
  return [
    defineEndpoint({
      id: 'listAudit',
      method: 'get',
      path: '/v1/audit',
      group: 'keys',
      scope: 'admin',
      summary: 'List what operators did, newest first',
      query,
      answers: { 200: { description: 'A page of entries.', schema: auditList } },
      async handle({ query: { subject, actor, limit: size, cursor } }) {
        const entries = await journal.listActs({
          limit: size + 1,
          ...(subject === undefined ? {} : { subject }),
          ...(actor === undefined ? {} : { actor }),
          ...(cursor === undefined ? {} : { before: cursor }),
        });
        const { page, next } = pageOf(entries, size, ({ position }) => `${position}`);
        return { status: 200, body: { entries: page.map(entryJson), ...next } };
      },
    }),
    defineEndpoint({
      id: 'verifyAudit',
      method: 'get',
      path: '/v1/audit/verify',
      group: 'keys',
      scope: 'admin',
      summary: 'Check the chain of the audit log',
      description:
        'Reads every entry, and compares the last one with the head of the log. A person who can change the head too is found by a `hash` that you have noted elsewhere.',
      answers: { 200: { description: 'Whether the chain is whole.', schema: auditVerdict } },
      async handle() {
        const verdict = await verify();
        return { status: 200, body: { ok: verdict.fault === undefined, ...verdict } };
      },
    }),
  ];
}

function entryJson({ at, ...entry }: AuditEntry) {
  return { ...entry, at: iso(at) };
}

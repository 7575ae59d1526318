import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { broadcastOutcomes } from '../../../src/families/shared/endpoints/broadcast-outcome.ts';
import { type Quirk, serveQuirk } from './serve-quirk.ts';
import { type Subject, subjects } from './subjects.ts';

const folder = import.meta.dirname;
type Named = [name: string, quirk: Quirk];

function quirksOf(family: string): Named[] {
  return readdirSync(join(folder, family)).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(folder, family, file), 'utf8')) as Quirk,
  ]);
}

const isFault = ([, { concludes }]: Named): boolean => concludes === 'endpoint_fault';

/** The server under two hostnames, as two hosts. */
function hostsOf({ path }: Subject, url: string): string[] {
  return [url, url.replace('127.0.0.1', 'localhost')].map((host) => `${host}${path}`);
}

async function sendTo(
  subject: Subject,
  quirk: Quirk,
  answersWith: Parameters<typeof serveQuirk>[2],
) {
  const server = await serveQuirk(subject, quirk, answersWith);
  try {
    const adapter = subject.adapter(hostsOf(subject, server.url));
    const outcome = await adapter.broadcast(subject.signed);
    const faults = adapter.endpoints().map(({ error }) => error);
    return { outcome: outcome.kind, faults };
  } finally {
    await server.close();
  }
}

/** A refusal of the bytes that is beyond doubt, for each family. */
const refusals: Record<string, Named | undefined> = Object.fromEntries(
  Object.keys(subjects).map((family) => [
    family,
    quirksOf(family).find(([, quirk]) =>
      ['lease_used', 'rejected', 'insufficient_funds'].includes(quirk.concludes),
    ),
  ]),
);

describe.each(Object.entries(subjects))(
  'answers of public %s endpoints to a send',
  (family, subject) => {
    const all = quirksOf(family);

    it.each(all)('name the public thread that reports them: %s', (_name, quirk) => {
      expect(quirk.source).toMatch(/^https:\/\//);
      expect(quirk.reported).not.toBe('');
      expect([...Object.keys(broadcastOutcomes), 'endpoint_fault']).toContain(quirk.concludes);
      expect(subject.purposeOf(quirk.request.method)).toBe('send');
    });

    it.each(all.filter((one) => !isFault(one)))(
      'are understood, and the endpoint is not blamed: %s',
      async (_name, quirk) => {
        const { outcome, faults } = await sendTo(subject, quirk, (purpose) => purpose === 'send');
        expect(outcome).toBe(quirk.concludes);
        expect(faults).toEqual([undefined, undefined]);
      },
    );

    it.each(all.filter(isFault))(
      'say nothing of the bytes, and the endpoint backs off: %s',
      async (_name, quirk) => {
        const { outcome, faults } = await sendTo(subject, quirk, () => true);
        expect(outcome).toBe('unknown');
        for (const fault of faults) expect(fault).toMatch(/^RPC_(UNAVAILABLE|MALFORMED)$/);
      },
    );

    it.each(all.filter(isFault))(
      'are no absence where the transaction is looked for: %s',
      async (_name, quirk) => {
        const [, refusal] = refusals[family]!;
        const server = await serveQuirk(subject, refusal, (purpose) => purpose === 'send');
        const limited = await serveQuirk(subject, quirk, () => true);
        try {
          const [one] = hostsOf(subject, server.url);
          const [, other] = hostsOf(subject, limited.url);
          const outcome = await subject.adapter([one!, other!]).broadcast(subject.signed);
          expect(outcome.kind).toBe('unknown');
        } finally {
          await Promise.all([server.close(), limited.close()]);
        }
      },
    );
  },
);

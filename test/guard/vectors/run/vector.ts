import type { Operation } from './json-patch.ts';

/** A line of a file of vectors. */
export interface Vector {
  id: string;
  description: string;
  expectedRule: string;
  mutation: Mutation;
}

export interface Mutation {
  base: string;
  patch?: Operation[];
  quotePatch?: boolean | Operation[];
  patchApprove?: Record<string, unknown> | Operation[];
  forEach?: { path: string; values: unknown[] };
  env?: Env;
  policy?: Record<string, unknown>;
  http?: {
    status?: number;
    headers?: Record<string, string>;
    contentEncoding?: string;
    decodedBytes?: number;
    compressedBytes?: number;
    delayMs?: number;
    /** Levels and values of a member beside the others. */
    depth?: number;
    nodes?: number;
    body?: string;
  };
  tls?: {
    spkiSha256?: string;
    chainValid?: boolean;
    expired?: boolean;
    selfSigned?: boolean;
    /** The host that the certificate is to prove. */
    hostname?: string;
    version?: string;
    maxVersion?: string;
  };
  dns?: { resolvesTo: string | string[] };
  rawInsert?: { after: string; text: string }[];
  rebuild?: Record<string, unknown>;
  secondFetch?: (Operation | [string, string, unknown])[];
  typedData?: Record<string, unknown>;
  at?: string;
  mustNotFire?: string[];
}

/** What the outside world would say. */
export type Env = Record<string, unknown>;

export interface Case {
  /** The value of `forEach`, or nothing. */
  name: string;
  mutation: Mutation;
}

/** A vector cannot be built as it is written: it counts as failed. */
export class CannotBuild extends Error {
  override readonly name = 'CannotBuild';
}

export function readVectors(text: string): Vector[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Vector);
}

const own = /^\/(rebuild|env|policy|http|tls|dns)\//;

/** One case, or one for each value of `forEach`. */
export function casesOf({ mutation }: Vector): Case[] {
  const { forEach, ...rest } = mutation;
  if (!forEach) return [{ name: '', mutation: rest }];
  const { path, values } = forEach;
  return values.map((value) => ({
    name: JSON.stringify(value) ?? 'undefined',
    mutation: own.test(path)
      ? withMember(rest, path, value)
      : { ...rest, patch: [...(rest.patch ?? []), { op: 'replace', path, value }] },
  }));
}

function withMember(mutation: Mutation, path: string, value: unknown): Mutation {
  const [, part = '', ...keys] = path.split('/');
  const before = (mutation as unknown as Record<string, Record<string, unknown>>)[part] ?? {};
  return { ...mutation, [part]: { ...before, [keys.join('.')]: value } };
}

const known = {
  mutation: [
    ...['base', 'patch', 'quotePatch', 'patchApprove', 'forEach', 'env', 'policy', 'http', 'tls'],
    ...['dns', 'rawInsert', 'rebuild', 'secondFetch', 'typedData', 'at', 'mustNotFire'],
  ],
  http: [
    ...['status', 'headers', 'contentEncoding', 'decodedBytes', 'compressedBytes', 'delayMs'],
    ...['depth', 'nodes', 'body'],
  ],
  tls: [
    ...['spkiSha256', 'chainValid', 'expired', 'selfSigned', 'hostname', 'version'],
    'maxVersion',
  ],
  dns: ['resolvesTo'],
};

/** Moments of a tampering, and of a job's its stores. */
const moments = /^(?:submission|checkApprove|node|post-guard|post-sign)$/;
const jobMoments = /^(?:submission|(?:redis|queue|journal|database|postgres|db)(?:-\w+)*)$/;

/** @throws `CannotBuild` for what the runner would silently ignore */
export function requireKnownMutation(mutation: Mutation): void {
  const { base, at, http, tls, dns } = mutation;
  requireKnown('mutation', mutation as unknown as Record<string, unknown>, known.mutation);
  requireKnown('http', http, known.http);
  requireKnown('tls', tls, known.tls);
  requireKnown('dns', dns, known.dns);
  const when = base === 'B-JOB' ? jobMoments : moments;
  if (at !== undefined && !when.test(at)) throw new CannotBuild(`at ${at} is not known`);
}

/** Refuses members that the runner would silently ignore. */
export function requireKnown(
  what: string,
  given: Readonly<Record<string, unknown>> | undefined,
  known: readonly string[],
): void {
  const unknown = Object.keys(given ?? {}).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new CannotBuild(`${what}.${unknown} is not known`);
}

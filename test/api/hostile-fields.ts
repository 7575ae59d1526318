import type { Endpoint } from '../../src/api/endpoint.ts';
import { type FuzzedRequest, jsonSchema, pathTo, type Schema } from './fuzz-requests.ts';

/** What breaks a program that builds SQL, HTML, texts of C or objects out of what it is given. */
export const hostile = {
  'SQL and HTML': "'; drop table swaps; --<script>alert(document.cookie)</script>",
  nul: 'a\u0000b',
  long: 'x'.repeat(5_000),
  'half a character': 'a\ud800b',
  prototype: '__proto__',
};

/** Fits most schemas, so that a request fails by its hostile text at most. */
const plain = ['main', 'ETH', '12.5', '1', 'key_0123456789ab', 'https://example.com/hook'];

/** A request with the text in one of its places, and otherwise as it should be. */
type Place = readonly [where: string, put: (text: string) => Partial<FuzzedRequest>];

/** Every request of a call that has one hostile text in one of its places. */
export function hostileRequests(
  endpoint: Endpoint,
  { id, key }: { id: string; key: string },
): { what: string; request: FuzzedRequest }[] {
  const requests: { what: string; request: FuzzedRequest }[] = [];
  for (const accept of acceptedBy(endpoint)) {
    const whole = requestOf(endpoint, { id, key, accept });
    for (const [where, put] of placesOf(endpoint, whole)) {
      for (const [kind, text] of Object.entries(hostile)) {
        const what = `${endpoint.id}: ${kind} in ${where}`;
        const request = { ...whole, ...put(text) };
        if (isSendable(request)) requests.push({ what, request });
      }
    }
  }
  return requests;
}

/** What a client may want as an answer of a call. */
export const acceptedBy = ({ answers }: Endpoint): string[] =>
  answers[200]?.stream ? ['application/json', 'text/event-stream'] : ['application/json'];

/** A request of a call with what its schemas require, and no more. */
export function requestOf(
  { method, path, body, query }: Endpoint,
  { id, key, accept = 'application/json' }: { id: string; key: string; accept?: string },
): FuzzedRequest {
  const asked = query ? (base(jsonSchema(query)) as Record<string, unknown>) : {};
  return {
    method: method.toUpperCase(),
    path: withQuery(pathTo(path, id), asked),
    headers: {
      authorization: `Bearer ${key}`,
      accept,
      'idempotency-key': 'hostile',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(base(jsonSchema(body))) } : {}),
  };
}

function placesOf(endpoint: Endpoint, whole: FuzzedRequest): Place[] {
  const { path, query, body } = endpoint;
  const names = query ? Object.keys(jsonSchema(query).properties ?? {}) : [];
  const [address = ''] = whole.path.split('?');
  return [
    ...(path.includes('{')
      ? [['the path', (text: string) => ({ path: pathTo(path, encode(text)) })] as const]
      : []),
    ...[...names, 'unknown'].map(
      (name): Place => [
        `query ${name}`,
        (text) => ({ path: `${address}?${name}=${encode(text)}` }),
      ],
    ),
    ...headersOf(endpoint).map(
      (name): Place => [
        `header ${name}`,
        (text) => ({ headers: { ...whole.headers, [name]: text } }),
      ],
    ),
    ...(body ? [...variants(jsonSchema(body))] : []).map(
      ([where, make]): Place => [`body${where}`, (text) => ({ body: JSON.stringify(make(text)) })],
    ),
  ];
}

/** Headers that every call reads alike are tried with one of them. */
function headersOf({ id, isIdempotent, answers }: Endpoint): string[] {
  return [
    ...(isIdempotent ? ['idempotency-key'] : []),
    ...(answers[200]?.stream ? ['last-event-id', 'accept'] : []),
    ...(id === 'stop'
      ? ['authorization', 'content-type', 'traceparent', 'x-forwarded-for', 'x-request-id']
      : []),
  ];
}

type Variant = readonly [where: string, make: (text: string) => unknown];

/** Each way to put a text into a value of a schema, as a value or as a name. */
function* variants(schema: Schema): Iterable<Variant> {
  if (schema.anyOf) {
    for (const one of schema.anyOf) yield* variants(one);
    return;
  }
  if (schema.type === 'array') {
    for (const [where, make] of variants(schema.items ?? {}))
      yield [`/0${where}`, (text) => [make(text)]];
    return;
  }
  if (schema.type === 'object') {
    const rest = base(schema) as object;
    for (const [name, of] of Object.entries(schema.properties ?? {}))
      for (const [where, make] of variants(of))
        yield [`/${name}${where}`, (text) => ({ ...rest, [name]: make(text) })];
    // A computed name is a member of the object's own, also `__proto__`.
    yield ['/(name)', (text) => ({ ...rest, [text]: 'main' })];
    return;
  }
  const isText = schema.type === 'string' || schema.type === undefined;
  if (isText) yield ['', (text) => text];
}

/** The least that a schema takes. */
function base(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return base(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, base(schema.properties?.[name] ?? {})]),
      );
    case 'array':
      return [base(schema.items ?? {})];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    default:
      return plainText(schema);
  }
}

function plainText({ format, pattern = '' }: Schema): string {
  if (format === 'date-time') return '2030-01-01T00:00:00Z';
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return plain.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'main';
}

function withQuery(path: string, asked: Record<string, unknown>): string {
  const given = Object.entries(asked).map(([name, value]) => `${name}=${encode(String(value))}`);
  return given.length === 0 ? path : `${path}?${given.join('&')}`;
}

/** Halves of characters as the three bytes that some programs make of them. */
export const encode = (text: string): string =>
  text
    .split(/(\p{Surrogate})/u)
    .map((part) => (part === '\ud800' ? '%ED%A0%80' : encodeURIComponent(part)))
    .join('');

/** A client cannot send some texts in a header; a server that is sent one answers 400 by itself. */
export function isSendable({ headers }: Pick<FuzzedRequest, 'headers'>): boolean {
  try {
    new Headers(headers);
    return true;
  } catch {
    return false;
  }
}

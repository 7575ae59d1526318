import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '../../src/api/endpoint.ts';

/** A request as it goes over the wire. */
export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export type Schema = Record<string, unknown> & {
  type?: string;
  format?: string;
  pattern?: string;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
};

/** Texts that break what builds SQL, HTML, paths or logs by joining texts. */
const nasty = [
  "'; drop table swaps; --",
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e',
  `$${'{jndi:ldap://x}'}`,
  '{{7*7}}',
  '1e309',
  '-0',
  '99999999999999999999999999999999999999999999999999',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'é'.repeat(200),
  'x'.repeat(5_000),
];

const anyText = fc.oneof(fc.constantFrom(...nasty), fc.string({ maxLength: 40 }));

/** Addresses have whole characters only. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
const anything = fc.oneof(anyText, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...nasty));

/** Mostly values that fit the schema; now and then something else. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: exactly(schema) }, { weight: 1, arbitrary: anything });
}

function exactly(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(exactly));
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, of]) => [name, fitting(of)]),
        ),
        { requiredKeys: [] },
      );
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 5 });
    case 'string':
      return fc.oneof(anyText, fc.constantFrom('ETH', 'native', '12.5', 'main', 'settled'));
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer(), fc.constantFrom(0, 1, 60, -1, 1e21, 0.5));
    case 'boolean':
      return fc.boolean();
    default:
      return anything;
  }
}

export const jsonSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;

/** The path of a call with what it names. */
export const pathTo = (path: string, subject: string): string =>
  path.replace(/\{\w+\}/, () => subject);

/** Requests of one call: its own parameters, query and body, more or less as they should be. */
export function requestsOf(
  endpoint: Endpoint,
  ids: readonly string[],
  key: string,
): fc.Arbitrary<FuzzedRequest> {
  const { method, path, query, body } = endpoint;
  const id = fc.oneof(
    fc.constantFrom(...ids),
    anyText.filter((text) => text !== ''),
  );
  const querySchema = query ? jsonSchema(query) : { type: 'object', properties: {} };
  return fc
    .record({
      id,
      query: exactly(querySchema) as fc.Arbitrary<Record<string, unknown>>,
      body: body ? fitting(jsonSchema(body)) : fc.constant(undefined),
      idempotencyKey: fc.oneof(
        fc.stringMatching(/^[a-z0-9-]{1,20}$/),
        fc.constantFrom('x'.repeat(200)),
      ),
      authorization: fc.oneof(
        { weight: 12, arbitrary: fc.constant(`Bearer ${key}`) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('Bearer fm_x', 'Basic eA==', '', `Bearer ${key}x`),
        },
      ),
      contentType: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', ''),
        },
      ),
      mangle: fc.oneof(
        { weight: 12, arbitrary: fc.constant((text: string) => text) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            (text: string) => text.slice(0, -1),
            (text: string) => `${text}${text}`,
            (text: string) => text.replace('{', '{"a":1,"a":2,'),
            (text: string) => `${'['.repeat(50)}${text}`,
          ),
        },
      ),
    })
    .map(
      ({
        id: of,
        query: asked,
        body: given,
        idempotencyKey,
        authorization,
        contentType,
        mangle,
      }) => {
        const parameters = new URLSearchParams(
          Object.entries(asked ?? {}).map(([name, value]): [string, string] => [
            name,
            wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
          ]),
        );
        const place = pathTo(path, encodeURIComponent(wellFormed(of)));
        return {
          method: method.toUpperCase(),
          path: parameters.size === 0 ? place : `${place}?${parameters}`,
          headers: {
            ...(authorization === '' ? {} : { authorization }),
            ...(given === undefined || contentType === '' ? {} : { 'content-type': contentType }),
            'idempotency-key': idempotencyKey,
            // Pages of events: a stream has no end to compare.
            accept: 'application/json',
          },
          ...(given === undefined ? {} : { body: mangle(JSON.stringify(given) ?? 'null') }),
        };
      },
    );
}

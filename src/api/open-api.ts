import { z } from 'zod';
import { apiScopes } from '../ports/stores/api-key-store.ts';
import type { Endpoint, EndpointGroup } from './endpoint.ts';
import { problemType } from './problem.ts';
import { components } from './schemas/common.ts';
import { problem } from './schemas/problem.ts';

type Json = Record<string, unknown>;

interface DocumentOptions {
  /** Whether answers may hold no member that the document does not name. Default: false. */
  isStrict?: boolean;
}

export const groupDescriptions: Readonly<Record<EndpointGroup, string>> = {
  swaps: 'Submit swaps, follow them, and decide about them.',
  events: 'What happens, as a stream or in pages, and webhooks that send it.',
  operations: 'Wallets, lanes, stops, errors and bulk actions.',
  keys: 'API keys and the audit log.',
  information: 'Chains, providers, quotes and balances.',
};

/**
 * The OpenAPI 3.1 document of these endpoints. Its schemas are the ones that validate; JSON Schema
 * 2020-12 is the dialect of both (https://spec.openapis.org/oas/v3.1.1.html#schema-object).
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { isStrict = false }: DocumentOptions = {},
): Json {
  const schemas = schemasOf(endpoints, isStrict);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Ferryman',
      version: '1',
      description:
        'A self-hosted executor of multi-chain swaps. Amounts are strings. Every error is a problem as RFC 9457 describes it, with a stable `code`. A path refuses other methods than its own with 405, and names its own in `Allow`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(groupDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key (\`fm_…\`) with the scope of the call: one of ${apiScopes.join(', ')}.`,
        },
      },
    },
  };
}

/** The named schemas, and one for each body and answer that has no name. */
function schemasOf(endpoints: readonly Endpoint[], isStrict: boolean): Json {
  const inputs = z.registry<{ id: string }>();
  for (const { id, body } of endpoints) {
    if (body) inputs.add(body, { id: nameOf(body) ?? inputName(id) });
  }
  const convert = (registry: typeof inputs, io: 'input' | 'output') =>
    z.toJSONSchema(registry, {
      io,
      unrepresentable: 'any',
      uri: referenceTo,
      override: ({ jsonSchema }) => {
        if (io === 'output' && !isStrict && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    }).schemas;
  const all = { ...convert(components, 'output'), ...convert(inputs, 'input') };
  return Object.fromEntries(
    Object.entries(all)
      .map(
        ([name, { $schema: _dialect, $id: _id, id: _name, ...schema }]) => [name, schema] as const,
      )
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function operationOf(endpoint: Endpoint): Json {
  const { id, group, scope, summary, description, params, query, body, answers } = endpoint;
  return {
    operationId: id,
    tags: [group],
    summary,
    description: [description, `Scope: \`${scope}\`.`].filter(Boolean).join('\n\n'),
    ...(endpoint.isIdempotent || endpoint.isSafeToRepeat ? { 'x-safe-to-repeat': true } : {}),
    parameters: [
      ...(endpoint.isIdempotent ? [idempotencyKey] : []),
      ...parametersOf('path', params),
      ...parametersOf('query', query),
    ],
    ...(body ? { requestBody: bodyOf(endpoint, body) } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          {
            description: answer.description,
            content: { ...contentOf(answer), ...eventStreamOf(answer) },
          },
        ]),
      ),
      default: {
        description: [
          'A problem.',
          ...(endpoint.problems ? [`Among its codes: ${endpoint.problems.join(', ')}.`] : []),
        ].join(' '),
        content: { [problemType]: { schema: referenceOf(problem) } },
      },
    },
  };
}

/** OpenAPI 3.2 has `itemSchema` for this; 3.1 has nothing. */
function eventStreamOf({ stream }: Endpoint['answers'][number]): Json {
  if (!stream) return {};
  return {
    'text/event-stream': {
      schema: { type: 'string', description: stream.description },
      'x-item-schema': referenceOf(stream.schema),
    },
  };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Chosen by you, one for each job. A repeated request finds the same swap.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
};

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as { description?: string };
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function bodyOf({ id, isBodyOptional = false }: Endpoint, body: z.ZodType): Json {
  const reference = { $ref: referenceTo(nameOf(body) ?? inputName(id)) };
  return { required: !isBodyOptional, content: json(reference) };
}

function contentOf({ schema, types }: Endpoint['answers'][number]): Json {
  if (!types) return json(referenceOf(schema));
  return Object.fromEntries(types.map((type) => [type, { schema: referenceOf(schema) }]));
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function referenceOf(schema: z.ZodType): Json {
  const name = nameOf(schema);
  if (name === undefined) throw new Error('an answer has a schema without a name');
  return { $ref: referenceTo(name) };
}

function nameOf(schema: z.ZodType): string | undefined {
  return components.get(schema)?.id;
}

function inputName(operation: string): string {
  return `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Body`;
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

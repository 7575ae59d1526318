import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEndpoints } from '../src/api/endpoints/endpoints.ts';
import { openApiDocument } from '../src/api/open-api.ts';

/** Where the types stand, from the root of the project. */
export const clientTypesPath = 'client/generated/api.ts';
/** Where the calls stand. */
export const clientOperationsPath = 'client/generated/operations.ts';

const head =
  '// Made from the OpenAPI document by scripts/write-client-types.ts; do not change it.\n';

interface Operation {
  operationId: string;
  parameters?: readonly { name: string; in: string }[];
  requestBody?: unknown;
  'x-safe-to-repeat'?: boolean;
}

interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas: {
      Problem: { properties: { code: { 'x-extensible-enum': readonly string[] } } };
    };
  };
}

function clientDocument(): Document {
  return openApiDocument(createEndpoints({ chains: [] } as never)) as unknown as Document;
}

/** The types of every request and answer, and the codes of errors. */
export function renderClientTypes(): string {
  const document = clientDocument();
  // It needs a compiler that has an interface, so the client has an older one beside it.
  const generator = join('client', 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
  const options = ['--root-types', '--root-types-no-schema-prefix', '--export-type'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [generator, ...options], {
    input: JSON.stringify(document),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`openapi-typescript failed: ${stderr}`);
  const codes = document.components.schemas.Problem.properties.code['x-extensible-enum'];
  return [
    head,
    stdout.replace(/^\/\*\*.*?\*\/\n/s, '').trim(),
    '',
    '/** The stable codes of errors: docs/errors.md says what each means. */',
    `export type ErrorCode =\n${codes.map((code) => `  | '${code}'`).join('\n')};`,
    '',
  ].join('\n');
}

/** What the client has to know of each call while it runs. */
export function renderClientOperations(): string {
  const lines = Object.entries(clientDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => line(method, path, operation)),
  );
  return [
    head,
    '/** Method and path of each call, and its traits: `Trait` in client/src/operation.ts. */',
    'export const operations = {',
    ...lines,
    '} as const;',
    '',
  ].join('\n');
}

function line(method: string, path: string, operation: Operation): string {
  const has = (place: string, name: string): boolean =>
    (operation.parameters ?? []).some((one) => one.in === place && one.name === name);
  const traits = [
    ...(operation.requestBody === undefined ? [] : ['body']),
    ...((operation.parameters ?? []).some((one) => one.in === 'query') ? ['query'] : []),
    ...(has('header', 'Idempotency-Key') ? ['key'] : []),
    ...(has('query', 'cursor') ? ['pages'] : []),
    ...(method === 'get' || operation['x-safe-to-repeat'] ? ['repeat'] : []),
  ];
  const text = [method.toUpperCase(), path, ...traits].join(' ');
  return `  ${operation.operationId}: '${text}',`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(clientTypesPath, renderClientTypes());
  await writeFile(clientOperationsPath, renderClientOperations());
}

import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Endpoint, EndpointGroup } from '../src/api/endpoint.ts';
import { createEndpoints } from '../src/api/endpoints/endpoints.ts';
import { groupDescriptions } from '../src/api/open-api.ts';
import { markdownTable } from './markdown-table.ts';

/** Where the reference stands, from the root of the project. */
export const apiReferencePath = 'docs/reference/api.md';

/** The calls of the API, for people. */
export function renderApiReference(): string {
  const endpoints = createEndpoints({ chains: [] } as never);
  const groups = Object.entries(groupDescriptions) as [EndpointGroup, string][];
  const sections = groups.map(([group, description]) =>
    [
      `## ${group.charAt(0).toUpperCase()}${group.slice(1)}`,
      description,
      markdownTable(
        ['call', 'scope', 'what it does'],
        endpoints.filter((endpoint) => endpoint.group === group).map(row),
      ),
    ]
      .join('\n\n')
      .trimEnd(),
  );
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

const introduction = `# HTTP API

Made from the API's own table of calls by \`scripts/write-api-reference.ts\`; what is changed here is lost.

The whole description, with every member of requests and answers, is the OpenAPI 3.1 document that
each service serves at \`/v1/openapi.json\`, and for people at \`/v1\`. Tests compare real answers with it.

Send the API key as \`Authorization: Bearer fm_…\`. A key has scopes: \`view\` reads, \`submit\` submits
and changes swaps and stops signing, \`approve\` decides what needs a person and resumes signing, and
\`admin\` makes keys. Bodies are \`application/json\`, at most 64 KiB. Amounts are strings. Every error
is a problem as RFC 9457 describes it, with a stable [\`code\`](../errors.md) and, if the body or the
query is at fault, \`errors\` with a JSON pointer for each fault.

After a lost answer, reading may be repeated, and so may an act whose operation has
\`x-safe-to-repeat\` in the document. Look first what has become of any other.`;

function row({ method, path, scope, summary, description }: Endpoint): string[] {
  return [
    `\`${method.toUpperCase()} ${path}\``,
    `\`${scope}\``,
    [`${summary}.`, description].filter(Boolean).join(' '),
  ];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await writeFile(apiReferencePath, renderApiReference());

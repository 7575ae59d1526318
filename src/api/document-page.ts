import { createHash } from 'node:crypto';
import { errorCodes } from '../errors/codes.ts';
import type { Endpoint, EndpointGroup } from './endpoint.ts';
import { groupDescriptions, openApiDocument } from './open-api.ts';

const style = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
h2{margin-top:2.5rem}summary{cursor:pointer;padding:.3rem 0}code,pre{font:14px/1.45 ui-monospace,monospace}
pre{overflow:auto;padding:.8rem;background:#f3f4f6}.scope{color:#57606a}table{border-collapse:collapse}
td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}
@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#14171a}pre{background:#1e2329}.scope{color:#9aa4ae}a{color:#7ab7ff}}
`;

/** Allows nothing but the page's own style sheet. */
export const documentPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The calls of the API as a page for people, from the same table as the OpenAPI document. */
export function documentPage(endpoints: readonly Endpoint[]): string {
  const document = openApiDocument(endpoints) as unknown as OpenApi;
  const sections = (Object.entries(groupDescriptions) as [EndpointGroup, string][]).map(
    ([group, description]) => `
<h2 id="${group}">${escaped(group)}</h2><p>${escaped(description)}</p>
${endpoints
  .filter((endpoint) => endpoint.group === group)
  .map((endpoint) => callOf(endpoint, document))
  .join('\n')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ferryman API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>Ferryman API</h1>
<p>Send <code>Authorization: Bearer fm_…</code>. The same as OpenAPI 3.1:
<a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
${sections.join('\n')}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => detailsOf(name, name, schema))
  .join('\n')}
<h2 id="codes">Problem codes</h2><table>${Object.entries(errorCodes)
    .map(
      ([code, { status, meaning }]) =>
        `<tr><td><code>${code}</code></td><td>${status}</td><td>${escaped(meaning)}</td></tr>`,
    )
    .join('\n')}</table></body></html>`;
}

interface OpenApi {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, object> };
}

function callOf({ id, method, path, scope, summary }: Endpoint, { paths }: OpenApi): string {
  const title = `<code>${method.toUpperCase()} ${escaped(path)}</code> ${escaped(summary)} <span class="scope">${scope}</span>`;
  return detailsOf(id, title, paths[path]?.[method] ?? {}, true);
}

function detailsOf(id: string, title: string, value: object, isMarkup = false): string {
  const json = escaped(JSON.stringify(value, null, 2)).replaceAll(
    /#\/components\/schemas\/(\w+)/g,
    (whole, name: string) => `<a href="#${name}">${whole}</a>`,
  );
  return `<details id="${id}"><summary>${isMarkup ? title : escaped(title)}</summary><pre>${json}</pre></details>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
